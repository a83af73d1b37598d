package runbench.align.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reconstructs the record of a run whose controlling process was killed, or that is still running. */
final class UnfinishedRun {
    private UnfinishedRun() {
    }

    /** Returns the record as started, completed from the files in the folder. */
    static ClusterRecord found(ClusterFolder folder, ClusterRecord begun) throws IOException {
        if (!Files.isDirectory(folder.ranks())) {
            return begun;
        }
        Announcements announced = new Announcements(folder);
        List<Announcements.Rank> reported = announced.ranks();
        int size = reported.stream().mapToInt(Announcements.Rank::size).max().orElse(0);
        List<RankRecord> ranks = new RankOutcomes(folder, begun.perNode()).of(reported, size);
        return new ClusterRecord(begun.v(), begun.runbench(), begun.state(),
                "its end was never written down: it still runs, or runbench was killed", begun.program(),
                begun.command(), begun.form(), begun.launcher(), begun.mpi(), Math.max(size, reported.size()),
                begun.perNode(), begun.periodNs(), begun.startedUtc(), null, null, begun.reference(), ranks,
                relative(folder, folder.trace(), ".mpit"), relative(folder, folder.clocks(), ".model.json"), List.of(),
                null, RankOutcomes.problems(announced));
    }

    /** Returns a folder of the run that holds a file with this ending; null: none. */
    private static String relative(ClusterFolder folder, Path part, String ending) throws IOException {
        if (!Files.isDirectory(part)) {
            return null;
        }
        try (Stream<Path> files = Files.list(part)) {
            return files.anyMatch(f -> f.getFileName().toString().endsWith(ending))
                    ? folder.path().relativize(part).toString()
                    : null;
        }
    }
}
