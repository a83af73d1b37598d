package runbench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the build runs once to find out which classes the usual commands load, for the class-data archive that makes the
 * next start fast. Not a command.
 */
final class Training {
    private Training() {
    }

    public static void main(String[] args) throws IOException {
        Path scratch = Files.createTempDirectory("runbench-training");
        try {
            Path run = scratch.resolve("run");
            Main.execute("run", "998.specrand", "-o", run.toString(), "--svg");
            Main.execute("parse", run.toString(), "--json");
            Main.execute("plot", run.toString(), "--json");
            Main.execute("list");
        } finally {
            delete(scratch);
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(folder)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            Files.delete(path);
        }
    }
}
