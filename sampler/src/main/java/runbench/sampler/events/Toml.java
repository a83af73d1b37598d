package runbench.sampler.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The tables that come with this package. */
final class Toml {
    private Toml() {
    }

    static JsonNode read(String resource) {
        try (InputStream in = Toml.class.getResourceAsStream(resource)) {
            return new TomlMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException("resource " + resource, e);
        }
    }

    static List<String> strings(JsonNode array) {
        List<String> strings = new ArrayList<>(array.size());
        array.forEach(n -> strings.add(n.asText()));
        return strings;
    }
}
