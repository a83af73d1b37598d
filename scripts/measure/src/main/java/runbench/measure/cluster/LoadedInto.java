package runbench.measure.cluster;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import runbench.align.run.ClusterFolder;

/**
 * Programs that loaded the preloaded library but are no rank, as native/launch/preload.c notes them.
 *
 * @param launchers mpirun, srun and their daemons
 * @param behind programs that a launcher started without a rank
 * @param others programs started by something else: a shell in front of the launcher, or a program without launcher
 */
record LoadedInto(List<String> launchers, List<String> behind, List<String> others) {

    static LoadedInto noted(ClusterFolder folder) throws IOException {
        return new LoadedInto(names(folder.loaded(), "launcher-"), names(folder.loaded(), "behind-"),
                names(folder.loaded(), "other-"));
    }

    /** Removes the notes; they are not needed after ranks have reported. */
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
