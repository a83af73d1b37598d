package runbench.align.perfetto;

import java.nio.file.Path;
import java.util.List;

/**
 * The contents of an archive.
 *
 * @param file the archive
 * @param machines number of hosts
 * @param ranks number of ranks with counters
 * @param values number of counter values
 * @param periods sampling periods per value; 1: every period has its own value
 * @param calls MPI calls
 * @param messages messages drawn as flows
 * @param impossible messages that arrived before they were sent by the clocks' bounds; they have no flow
 * @param phases occurrences of phases
 * @param logged events of the application logs
 * @param remarks notes for the user
 */
public record ArchiveReport(Path file, int machines, int ranks, long values, long periods, long calls, long messages,
        long impossible, long phases, long logged, List<String> remarks) {
    public ArchiveReport {
        remarks = List.copyOf(remarks);
    }
}
