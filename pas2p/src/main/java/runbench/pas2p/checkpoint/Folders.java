package runbench.pas2p.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Operations on folders with all their contents. */
final class Folders {
    private Folders() {
    }

    /** Deletes a folder and its contents. */
    static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Returns the size of all files in a folder, bytes. */
    static long bytes(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).mapToLong(f -> f.toFile().length()).sum();
        }
    }

    /** Returns the paths of the files in a folder, up to a maximum number. */
    static List<String> within(Path folder, int most) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isDirectory).limit(most).map(Path::toString).toList();
        }
    }
}
