package runbench.align.perfetto;

import java.nio.file.Path;
import java.util.List;

/**
 * What an archive holds.
 *
 * @param file the archive
 * @param machines hosts of its ranks
 * @param ranks with counters
 * @param values of counters
 * @param periods how many sampling periods one value stands for; 1: each has its own
 * @param calls MPI calls
 * @param messages drawn as flows
 * @param impossible messages that arrived before they were sent, as far as the clocks tell; no flow is drawn for them
 * @param phases occurrences of phases
 * @param logged events that the ranks' programs logged
 * @param remarks what a person who looks at it has to know, in words
 */
public record ArchiveReport(Path file, int machines, int ranks, long values, long periods, long calls, long messages,
        long impossible, long phases, long logged, List<String> remarks) {
    public ArchiveReport {
        remarks = List.copyOf(remarks);
    }
}
