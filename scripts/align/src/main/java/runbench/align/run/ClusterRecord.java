package runbench.align.run;

import java.util.List;
import java.util.Locale;

/**
 * {@code cluster.json}: what was asked for, who took part, how it ended. {@code v} rises when a reader of the old form
 * would be wrong; members that a reader does not know are skipped.
 *
 * @param form how the ranks were found
 * @param launcher the first word of what started them
 * @param mpi openmpi or mpich; null: no messages were traced
 * @param size ranks that the launcher announced; 0: not known yet
 * @param perNode one recording a node, of all that ran there
 * @param trace folder of the message traces; null: none
 * @param clocks folder of clock models; null: no two clocks took part
 * @param exitStatus of the launcher; null: it has not ended, or was killed
 */
public record ClusterRecord(int v, String runbench, ClusterState state, String reason, String program,
        List<String> command, Form form, String launcher, String mpi, int size, boolean perNode, long periodNs,
        String startedUtc, String endedUtc, Integer exitStatus, Reference reference, List<RankRecord> ranks,
        String trace, String clocks, List<Window> windows, StartAt startAt, List<Problem> problems) {
    public static final int VERSION = 1;

    public ClusterRecord {
        command = command == null ? List.of() : List.copyOf(command);
        ranks = ranks == null ? List.of() : List.copyOf(ranks);
        windows = windows == null ? List.of() : List.copyOf(windows);
        problems = problems == null ? List.of() : List.copyOf(problems);
    }

    /** How a rank's process was found. */
    public enum Form {
        /** By the constructor of a preloaded library, behind whatever launcher was typed. */
        CONSTRUCTOR,
        /** By a program that the launcher starts in place of the user's. */
        WRAPPER
    }

    /**
     * Whose time the others are brought to.
     *
     * @param clock monotonic
     * @param realtimeMinusClockNs CLOCK_REALTIME - CLOCK_MONOTONIC there at the start, ns
     */
    public record Reference(String host, String clock, String clockId, long realtimeMinusClockNs) {}

    /**
     * One synchronisation window.
     *
     * @param measured hosts with an answer
     */
    public record Window(When when, String atUtc, List<String> measured, List<Failed> failed) {}

    /** When a window was taken: around the run, or within it. */
    public enum When {
        BEFORE, BETWEEN, AFTER;

        /** For a person: before, between or after the run. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A host that a window could not measure. */
    public record Failed(String host, String why) {}

    /**
     * A common start.
     *
     * @param askedRefNs the instant, the reference's CLOCK_MONOTONIC
     * @param statedErrorNs how wrong the worst host may have been about it, at most
     */
    public record StartAt(long askedRefNs, Double statedErrorNs) {}

    /**
     * What did not work out on a rank; the program ran all the same.
     *
     * @param rank -1: a whole host's, or nobody's
     * @param host empty: the run's as a whole
     * @param remedy what to type; null: nothing to do
     */
    public record Problem(int rank, String host, String what, String why, String remedy) {
        /** For a person: where, what and why. */
        public String words() {
            String where = rank >= 0 ? "rank " + rank + " on " + host + ": "
                    : host.isEmpty() ? "" : "on " + host + ": ";
            return where + what + ": " + why;
        }
    }
}
