package runbench.align.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import runbench.base.error.ExitCode;

/**
 * {@code cluster.json}: request, participants and end of a run. {@code v} increases when readers of the old form would
 * be wrong; unknown members are skipped.
 *
 * @param v version
 * @param runbench version of Runbench
 * @param state state of the run
 * @param reason reason of a failure; null: none
 * @param program name of the program
 * @param form method that finds the ranks' processes
 * @param launcher first word of the launcher's command
 * @param mpi openmpi or mpich; null: no messages were traced
 * @param size number of ranks announced by the launcher; 0: not known yet
 * @param perNode one recording per node, of all tasks on it
 * @param trace folder of the message traces; null: none
 * @param clocks folder of the clock models; null: all ranks share one clock
 * @param exitStatus exit status of the launcher; null: it has not ended, or was killed
 * @param plan file of the plan whose programs are the ranks; null: a parallel program
 */
public record ClusterRecord(int v, String runbench, ClusterState state, String reason, String program,
        List<String> command, Form form, String launcher, String mpi, int size, boolean perNode, long periodNs,
        String startedUtc, String endedUtc, Integer exitStatus, Reference reference, List<RankRecord> ranks,
        String trace, String clocks, List<Window> windows, StartAt startAt, List<Problem> problems,
        @JsonInclude(JsonInclude.Include.NON_NULL) String plan) {
    public static final int VERSION = 1;

    public ClusterRecord {
        command = command == null ? List.of() : List.copyOf(command);
        ranks = ranks == null ? List.of() : List.copyOf(ranks);
        windows = windows == null ? List.of() : List.copyOf(windows);
        problems = problems == null ? List.of() : List.copyOf(problems);
    }

    /** Creates the record of a parallel program. */
    public ClusterRecord(int v, String runbench, ClusterState state, String reason, String program,
            List<String> command, Form form, String launcher, String mpi, int size, boolean perNode, long periodNs,
            String startedUtc, String endedUtc, Integer exitStatus, Reference reference, List<RankRecord> ranks,
            String trace, String clocks, List<Window> windows, StartAt startAt, List<Problem> problems) {
        this(v, runbench, state, reason, program, command, form, launcher, mpi, size, perNode, periodNs, startedUtc,
                endedUtc, exitStatus, reference, ranks, trace, clocks, windows, startAt, problems, null);
    }

    /** Returns the word for one of its processes: rank, or program of a plan. */
    @JsonIgnore
    public String member() {
        return plan == null ? "rank" : "program";
    }

    /** Returns the names of the programs of a plan, in its order; empty: a parallel program. */
    @JsonIgnore
    public List<String> programNames() {
        return plan == null ? List.of() : ranks.stream().map(RankRecord::title).toList();
    }

    /** Returns a problem as text, with the name of its rank or program. */
    public String words(Problem problem) {
        return plan == null || problem.rank() < 0 || problem.rank() >= ranks.size() ? problem.words()
                : ranks.get(problem.rank()).title() + " on " + problem.host() + ": " + problem.what() + ": "
                        + problem.why();
    }

    /** Returns the exit code of a command that runs or reads this run. */
    @JsonIgnore
    public ExitCode exitCode() {
        return switch (state) {
            case FINISHED -> ExitCode.OK;
            case INTERRUPTED -> ExitCode.INTERRUPTED;
            case FAILED ->
                ranks.isEmpty() && Integer.valueOf(0).equals(exitStatus) ? ExitCode.MACHINE : ExitCode.BENCHMARK_FAILED;
            case RUNNING, INCOMPLETE -> ExitCode.MACHINE;
        };
    }

    /** The method that finds a rank's process. */
    public enum Form {
        /** The constructor of a preloaded library, with any launcher. */
        CONSTRUCTOR,
        /** A wrapper program that the launcher starts instead of the user's program. */
        WRAPPER
    }

    /**
     * The reference clock.
     *
     * @param host its host
     * @param clock monotonic
     * @param clockId id of the clock
     * @param realtimeMinusClockNs CLOCK_REALTIME - CLOCK_MONOTONIC on the host at the start, ns
     */
    public record Reference(String host, String clock, String clockId, long realtimeMinusClockNs) {}

    /**
     * One synchronisation window.
     *
     * @param when position relative to the run
     * @param atUtc time of the window
     * @param measured hosts that answered
     * @param failed hosts that could not be measured
     */
    public record Window(When when, String atUtc, List<String> measured, List<Failed> failed) {}

    /** The position of a window relative to the run. */
    public enum When {
        BEFORE, BETWEEN, AFTER;

        /** Returns the position as text: before, between or after the run. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A host that a window could not measure.
     *
     * @param host the host
     * @param why the reason
     */
    public record Failed(String host, String why) {}

    /**
     * A common start of all ranks.
     *
     * @param askedRefNs start time in the reference's CLOCK_MONOTONIC, ns
     * @param statedErrorNs maximum error of the start on the worst host, ns
     */
    public record StartAt(long askedRefNs, Double statedErrorNs) {}

    /**
     * A problem on a rank that did not stop the program.
     *
     * @param rank the rank; -1: a whole host or the run
     * @param host the host; empty: the run as a whole
     * @param what failed step
     * @param why cause
     * @param remedy command to type; null: none
     */
    public record Problem(int rank, String host, String what, String why, String remedy) {
        /** Returns location, step and cause as text. */
        public String words() {
            String where = rank >= 0 ? "rank " + rank + " on " + host + ": "
                    : host.isEmpty() ? "" : "on " + host + ": ";
            return where + what + ": " + why;
        }
    }
}
