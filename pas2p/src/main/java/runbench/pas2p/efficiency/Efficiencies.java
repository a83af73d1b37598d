package runbench.pas2p.efficiency;

import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;
import runbench.pas2p.phase.RankBalance;

/**
 * The efficiencies of a run or of a part of it, as shares 0..1 (NaN: nothing was measured).
 * {@link EfficiencyDefinitions} documents each. {@code parallel = loadBalance x communication} and
 * {@code communication =
 * serialisation x transfer} hold by construction.
 *
 * @param elapsedNanos wall time
 * @param idealNanos wall time if messages took no time; at least the greatest useful time, at most the elapsed time
 * @param meanUsefulNanos time outside MPI, mean over locations
 * @param maxUsefulNanos greatest time outside MPI of a location
 * @param criticalRank {@link RankBalance#criticalRank}: rank on which the others wait; -1: none
 */
public record Efficiencies(long elapsedNanos, long idealNanos, double meanUsefulNanos, long maxUsefulNanos,
        int criticalRank) {
    /**
     * Computes the efficiencies without a critical rank.
     *
     * @param usefulNanos useful time per location; negative: the location does not exist
     */
    public static Efficiencies of(long elapsedNanos, long idealNanos, long[] usefulNanos) {
        LongSummaryStatistics useful = LongStream.of(usefulNanos).filter(u -> u >= 0).summaryStatistics();
        return useful.getCount() == 0 ? new Efficiencies(elapsedNanos, idealNanos, 0, 0, -1)
                : new Efficiencies(elapsedNanos, idealNanos, useful.getAverage(), useful.getMax(), -1);
    }

    /** Returns the same efficiencies with another critical rank. */
    Efficiencies withCriticalRank(int rank) {
        return new Efficiencies(elapsedNanos, idealNanos, meanUsefulNanos, maxUsefulNanos, rank);
    }

    public double parallel() {
        return share(meanUsefulNanos, elapsedNanos);
    }

    public double loadBalance() {
        return share(meanUsefulNanos, maxUsefulNanos);
    }

    public double communication() {
        return share(maxUsefulNanos, elapsedNanos);
    }

    public double serialisation() {
        return share(maxUsefulNanos, idealNanos);
    }

    public double transfer() {
        return share(idealNanos, elapsedNanos);
    }

    private static double share(double part, double whole) {
        return whole > 0 ? part / whole : Double.NaN;
    }
}
