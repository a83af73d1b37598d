package runbench.parser.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which quantity of the kernels each event says that it counts, from {@code events.toml}. */
public final class CheckedEvents {
    /**
     * @param name     of the event
     * @param quantity in the kernels' words
     * @param user     counted in user mode only: that is where a kernel's doings are known
     */
    public record Checked(String name, String quantity, boolean user) {
        /** As it is asked for. */
        public String asked() {
            return user ? name + ":u" : name;
        }
    }

    private final Map<String, Checked> events = new LinkedHashMap<>();

    private CheckedEvents(JsonNode table) {
        for (JsonNode group : table.path("quantity")) {
            for (JsonNode name : group.path("events")) {
                events.put(name.asText(), new Checked(name.asText(), group.path("name").asText(), !group.path("system").asBoolean()));
            }
        }
    }

    public static CheckedEvents load() {
        try (InputStream in = CheckedEvents.class.getResourceAsStream("events.toml")) {
            return new CheckedEvents(new TomlMapper().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException("events.toml", e);
        }
    }

    public List<Checked> all() {
        return List.copyOf(events.values());
    }

    /** Name of a recording's event without the modes that were counted: {@code instructions} of {@code instructions:u}. */
    public static String plain(String event) {
        return event.replaceFirst(":[ukhIGHpP]+$", "");
    }

    /** Null for an event of which no kernel tells anything. @param event with or without its modes */
    public String quantity(String event) {
        Checked checked = events.get(plain(event));
        return checked == null ? null : checked.quantity();
    }
}
