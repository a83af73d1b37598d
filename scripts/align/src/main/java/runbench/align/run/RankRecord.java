package runbench.align.run;

/**
 * One rank of a run.
 *
 * @param host where it ran, as the host calls itself
 * @param clockId of the CLOCK_MONOTONIC that stamped it: ranks of one id share one clock
 * @param folder within the run's folder
 * @param recording within the run's folder; null: none was written
 * @param exitStatus null: not known, or it was killed
 * @param signal what killed it; null: nothing did
 * @param why the reason for any state but complete; null where nobody knows
 * @param releasedMonotonicNs when the program was let go, CLOCK_MONOTONIC of its host; null: not known
 * @param endedMonotonicNs when its end was seen, CLOCK_MONOTONIC of its host; null: not known
 */
public record RankRecord(int rank, String host, String clockId, String folder, String recording, RankState state,
        Integer exitStatus, Integer signal, String why, Long releasedMonotonicNs, Long endedMonotonicNs) {}
