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
     * An event that counts a known quantity.
     *
     * @param name name of the event
     * @param quantity name of the quantity in the kernels' reports
     * @param user whether the event is counted in user mode only, where the work of a kernel is known
     * @param per number of units of the quantity per count: an instruction processes several numbers, a line has 64
     *     bytes
     */
    public record Checked(String name, String quantity, boolean user, double per) {
        /** Returns the event with its mode, as in a request. */
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

    /** Returns the events that have the same name on all machines. */
    public static CheckedEvents load() {
        return load(name -> false);
    }

    /** Returns the events that have the same name on all machines, and the processor's own events in its table. */
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
     * Returns the name of a recording's event without its modes: {@code instructions} of {@code instructions:u}.
     */
    public static String plain(String event) {
        return event.replaceFirst(":[ukhIGHpP]+$", "");
    }

    /**
     * Returns the expected count of an event in a kernel; null if the kernel does not define it.
     *
     * @param event with or without its modes
     * @param known the kernel's known counts, by quantity
     */
    public KnownCount truth(String event, Map<String, KnownCount> known) {
        Checked checked = events.get(plain(event));
        KnownCount count = checked == null ? null : known.get(checked.quantity());
        return count == null || checked.per() == 1 ? count : count.times(1 / checked.per());
    }
}
