package runbench.parser.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Run by the build: puts beside every TOML table of a folder the same as JSON, which loads in a small part of the time
 * when a benchmark is waiting to be started. A table that {@code extends} another of its folder holds what that one
 * holds too, except where it says otherwise.
 */
public final class TableCompiler {
    private TableCompiler() {
    }

    public static void main(String[] folder) throws IOException {
        List<Path> tables;
        try (Stream<Path> files = Files.list(Path.of(folder[0]))) {
            tables = files.filter(f -> f.toString().endsWith(".toml")).toList();
        }
        for (Path toml : tables) {
            Path json = Path.of(toml.toString().replaceFirst("\\.toml$", ".json"));
            Files.write(json, new ObjectMapper().writeValueAsBytes(whole(toml)));
        }
    }

    /**
     * A table with what it inherits.
     *
     * @throws IOException where it, or one that it extends, cannot be read
     */
    public static JsonNode whole(Path toml) throws IOException {
        JsonNode own = new TomlMapper().readTree(toml.toFile());
        if (!own.has("extends")) {
            return own;
        }
        JsonNode inherited = whole(toml.resolveSibling(own.path("extends").asText() + ".toml"));
        merge((ObjectNode) inherited, own);
        return inherited;
    }

    /** Tables within tables are joined; everything else is replaced. */
    private static void merge(ObjectNode into, JsonNode from) {
        from.fields().forEachRemaining(field -> {
            if (field.getValue().isObject() && into.path(field.getKey()).isObject()) {
                merge((ObjectNode) into.get(field.getKey()), field.getValue());
            } else {
                into.set(field.getKey(), field.getValue());
            }
        });
    }
}
