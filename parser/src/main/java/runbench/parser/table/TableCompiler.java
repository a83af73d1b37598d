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
 * The table compiler, which the build runs. It converts every TOML table of a folder to JSON in the same folder. JSON
 * loads in a small part of the time, which keeps the start of a benchmark short. A table that {@code extends} another
 * of its folder inherits the entries of that table, unless it overrides them.
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
     * Returns a table with its inherited entries.
     *
     * @throws IOException the table, or one that it extends, cannot be read
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

    /** Merges a table into another one. Nested tables are merged; all other values are replaced. */
    private static void merge(ObjectNode into, JsonNode from) {
        from.properties().forEach(field -> {
            if (field.getValue().isObject() && into.path(field.getKey()).isObject()) {
                merge((ObjectNode) into.get(field.getKey()), field.getValue());
            } else {
                into.set(field.getKey(), field.getValue());
            }
        });
    }
}
