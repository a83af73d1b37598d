package runbench.parser.table;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Run by the build: puts beside every TOML table of a folder the same as JSON, which loads in a small part of the time
 * when a benchmark is waiting to be started.
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
            Files.write(json, new ObjectMapper().writeValueAsBytes(new TomlMapper().readTree(toml.toFile())));
        }
    }
}
