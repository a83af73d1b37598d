package runbench.parser.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.parser.check.KernelRun.KnownCount;
import runbench.parser.microarchitecture.EventDefinition;
import runbench.parser.microarchitecture.Microarchitecture;

/** The events that count a known quantity of the kernels, from {@code events.toml}. */
public final class CheckedEvents {
    /**
     * @param name of the event
     * @param quantity in the kernels' words
     * @param user counted in user mode only: that is where a kernel's doings are known
     * @param per of how many each of its counts tells: an instruction works on several numbers, a line holds 64 bytes
     */
    public record Checked(String name, String quantity, boolean user, double per) {
        /** As it is asked for. */
        public String asked() {
            return user ? name + ":u" : name;
        }
    }

    private static final Pattern VENDOR = Pattern.compile("([^ ]+)(?: \\(([0-9]+)\\))?");

    private final Map<String, Checked> events = new LinkedHashMap<>();

    private CheckedEvents(JsonNode table, Predicate<String> has) {
        for (JsonNode group : table.path("quantity")) {
            for (JsonNode name : group.path("events")) {
                put(name.asText(), 1, group);
            }
            for (JsonNode vendor : group.path("vendor")) {
                Matcher m = VENDOR.matcher(vendor.asText());
                if (m.matches() && has.test(m.group(1))) {
                    put(m.group(1), m.group(2) == null ? 1 : Double.parseDouble(m.group(2)), group);
                }
            }
        }
    }

    private void put(String name, double per, JsonNode group) {
        events.put(name, new Checked(name, group.path("name").asText(), !group.path("system").asBoolean(), per));
    }

    /** Those that go by the same name on all machines. */
    public static CheckedEvents load() {
        return load(name -> false);
    }

    /** With those of the processor's own that its table names. */
    public static CheckedEvents load(Microarchitecture processor) {
        return load(name -> processor.event(name).filter(EventDefinition::hasCode).isPresent());
    }

    /** Returns the events of any processor. */
    static CheckedEvents everywhere() {
        return load(name -> true);
    }

    private static CheckedEvents load(Predicate<String> has) {
        try (InputStream in = CheckedEvents.class.getResourceAsStream("events.toml")) {
            return new CheckedEvents(new TomlMapper().readTree(in), has);
        } catch (IOException e) {
            throw new UncheckedIOException("events.toml", e);
        }
    }

    public List<Checked> all() {
        return List.copyOf(events.values());
    }

    /**
     * Name of a recording's event without the modes that were counted: {@code instructions} of {@code instructions:u}.
     */
    public static String plain(String event) {
        return event.replaceFirst(":[ukhIGHpP]+$", "");
    }

    /**
     * Returns the expected count of an event in a kernel; null if the kernel does not define it.
     *
     * @param event with or without its modes
     * @param said by quantity
     */
    public KnownCount truth(String event, Map<String, KnownCount> said) {
        Checked checked = events.get(plain(event));
        KnownCount known = checked == null ? null : said.get(checked.quantity());
        return known == null || checked.per() == 1 ? known : known.times(1 / checked.per());
    }
}
