package runbench.measure.cluster;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import runbench.align.run.ClusterFolder;

/**
 * Which programs the preloaded library came into that became no rank, as it notes them (native/launch/preload.c).
 *
 * @param launchers mpirun, srun, their daemons
 * @param behind what a launcher started without a rank
 * @param others what was started by something else: a shell in front of the launcher, or a program without one
 */
record LoadedInto(List<String> launchers, List<String> behind, List<String> others) {

    static LoadedInto noted(ClusterFolder folder) throws IOException {
        return new LoadedInto(names(folder.loaded(), "launcher-"), names(folder.loaded(), "behind-"),
                names(folder.loaded(), "other-"));
    }

    /** Once ranks have reported nobody asks any more. */
    static void forget(ClusterFolder folder) throws IOException {
        try (Stream<Path> notes = Files.list(folder.loaded())) {
            for (Path note : notes.toList()) {
                Files.deleteIfExists(note);
            }
        }
        try {
            Files.deleteIfExists(folder.loaded());
        } catch (DirectoryNotEmptyException e) {
            // Another process was just started.
        }
    }

    private static List<String> names(Path folder, String kind) throws IOException {
        try (Stream<Path> notes = Files.list(folder)) {
            return notes.map(n -> n.getFileName().toString())
                    .filter(n -> n.startsWith(kind))
                    .map(n -> n.substring(kind.length()))
                    .sorted()
                    .toList();
        }
    }
}
