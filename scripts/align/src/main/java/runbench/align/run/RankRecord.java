package runbench.align.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;

/**
 * One rank of a run, or one program of a plan.
 *
 * @param rank the rank
 * @param host name of its host
 * @param clockId id of the CLOCK_MONOTONIC that stamped it; equal ids share one clock
 * @param folder its folder, relative to the run's folder
 * @param recording its recording, relative to the run's folder; null: none was written
 * @param state state of its data; null: the run has not ended
 * @param exitStatus exit status; null: unknown, or it was killed
 * @param signal signal that killed it; null: none
 * @param why reason for any state except complete; null: unknown
 * @param releasedMonotonicNs time of its release, CLOCK_MONOTONIC of its host, ns; null: unknown
 * @param endedMonotonicNs time of its end, CLOCK_MONOTONIC of its host, ns; null: unknown
 * @param program the program of a plan; null: it is a rank of a parallel program
 */
public record RankRecord(int rank, String host, String clockId, String folder, String recording, RankState state,
        Integer exitStatus, Integer signal, String why, Long releasedMonotonicNs, Long endedMonotonicNs,
        @JsonInclude(JsonInclude.Include.NON_NULL) PlannedProgram program) {
    /** Creates a rank of a parallel program. */
    public RankRecord(int rank, String host, String clockId, String folder, String recording, RankState state,
            Integer exitStatus, Integer signal, String why, Long releasedMonotonicNs, Long endedMonotonicNs) {
        this(rank, host, clockId, folder, recording, state, exitStatus, signal, why, releasedMonotonicNs,
                endedMonotonicNs, null);
    }

    /** Returns the same data as those of a program of a plan. */
    public RankRecord of(PlannedProgram planned) {
        String reason = state == RankState.MISSING ? "its host never reported it" : why;
        return new RankRecord(rank, host, clockId, folder, recording, state, exitStatus, signal, reason,
                releasedMonotonicNs, endedMonotonicNs, planned);
    }

    /** Returns its name in texts: "rank 3", or the name of the program. */
    public String title() {
        return program == null ? "rank " + rank : program.name();
    }

    /** Returns the name of its program of a plan; null: it is a rank. */
    public String programName() {
        return program == null ? null : program.name();
    }

    /** Returns the first part of the names of its files: "rank-00003-HOST", or "PROGRAM-HOST". */
    public String fileName() {
        return (program == null ? String.format(Locale.ROOT, "rank-%05d", rank) : program.name().replace('@', '-'))
                + "-" + host;
    }

    /** Returns a rank that has reported and has not ended. */
    public static RankRecord reported(int rank, String host, String clockId, String folder) {
        return new RankRecord(rank, host, clockId, folder, null, null, null, null, null, null, null);
    }
}
