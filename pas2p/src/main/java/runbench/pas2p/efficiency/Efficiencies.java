package runbench.pas2p.efficiency;

import java.util.List;
import java.util.stream.IntStream;
import runbench.pas2p.phase.RankBalance;
import runbench.pas2p.phase.RankBalance.RankTime;

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
     * Computes the efficiencies.
     *
     * @param usefulNanos useful time per location; negative: the location does not exist
     * @param rankOf rank of each location
     */
    public static Efficiencies of(long elapsedNanos, long idealNanos, long[] usefulNanos, int[] rankOf) {
        List<RankTime> times = IntStream.range(0, usefulNanos.length)
                .filter(l -> usefulNanos[l] >= 0)
                .mapToObj(l -> new RankTime(rankOf[l], elapsedNanos, elapsedNanos - usefulNanos[l], 0, 0, 0))
                .toList();
        RankBalance balance = new RankBalance(times);
        return times.isEmpty() ? new Efficiencies(elapsedNanos, idealNanos, 0, 0, -1)
                : new Efficiencies(elapsedNanos, idealNanos, balance.mean(RankTime::busyNanos),
                        (long) balance.max(RankTime::busyNanos), balance.criticalRank());
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
