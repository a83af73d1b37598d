package runbench.align.run;

/**
 * One rank of a run.
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
 */
public record RankRecord(int rank, String host, String clockId, String folder, String recording, RankState state,
        Integer exitStatus, Integer signal, String why, Long releasedMonotonicNs, Long endedMonotonicNs) {
    /** Returns a rank that has reported and has not ended. */
    public static RankRecord reported(int rank, String host, String clockId, String folder) {
        return new RankRecord(rank, host, clockId, folder, null, null, null, null, null, null, null);
    }
}
