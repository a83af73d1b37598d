package runbench.pas2p.phase;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import runbench.base.stats.Statistics;

/**
 * The distribution of time over ranks, in a phase or in a run. All outputs take the critical rank from here.
 *
 * @param ranks times of the ranks of the trace, in ascending order of ranks
 * @param waitShares {@link CpuShortage#waitShares} if some ranks were starved of CPU: their wall times depend on other
 *     programs, so ranks are compared without waits for a CPU; empty: by wall time outside MPI
 */
public record RankBalance(List<RankTime> ranks, Map<Integer, Double> waitShares) {
    /** Why a phase has no critical rank, in words. */
    public static final String NO_CRITICAL_RANK = "the ranks differ by less than 5 %, by little of the phase's time,"
            + " or not more than occurrences vary";
    /** Excess over the mean time outside MPI, relative to the mean, below which no rank is critical. */
    public static final double MIN_IMBALANCE = 0.05;
    /** Excess over the mean, relative to the ranks' mean wall time, below which no rank is critical. */
    private static final double MIN_SHARE_OF_WALL = 0.02;
    /** The same if the phase occurred once, so that its variation is unknown. */
    private static final double MIN_IMBALANCE_ONCE = 0.1;
    /** Probability that no rank is named in a balanced program, if its occurrences vary independently. */
    private static final double CONFIDENCE = 0.999;

    /**
     * The time of a rank.
     *
     * @param rank rank in MPI_COMM_WORLD
     * @param wallNanos wall time, ns
     * @param mpiNanos wall time inside MPI, ns
     * @param cpuNanos CPU time outside MPI, ns
     * @param occurrences number of occurrences in which the rank took part; 0: unknown
     * @param busyVariance variance of {@link #busyNanos} by its variation between occurrences, s^2; 0: unknown
     * @param cpuVariance variance of {@code cpuNanos}, likewise
     */
    public record RankTime(int rank, long wallNanos, long mpiNanos, long cpuNanos, long occurrences,
            double busyVariance, double cpuVariance) {
        /** Returns the wall time outside MPI, ns. */
        public long busyNanos() {
            return wallNanos - mpiNanos;
        }
    }

    public RankBalance {
        ranks = List.copyOf(ranks);
        waitShares = Map.copyOf(waitShares);
    }

    /** Returns the mean of a time over ranks, ns; NaN: no ranks. */
    public double mean(ToLongFunction<RankTime> time) {
        return ranks.stream().mapToLong(time).average().orElse(Double.NaN);
    }

    /** Returns the longest time of a rank, ns; NaN: no ranks. */
    public double max(ToLongFunction<RankTime> time) {
        return ranks.stream().mapToDouble(r -> time.applyAsLong(r)).max().orElse(Double.NaN);
    }

    /** Returns the longest compared time relative to the mean, minus 1; NaN: no time outside MPI. */
    public double imbalance() {
        double mean = mean(this::compared);
        return mean > 0 ? max(this::compared) / mean - 1 : Double.NaN;
    }

    /** Returns whether ranks are compared without waits for a CPU. */
    public boolean excludesWaits() {
        return !waitShares.isEmpty();
    }

    /** Returns the time outside MPI without waits for a CPU, ns. */
    private long compared(RankTime time) {
        long lost = Math.max(0, time.busyNanos() - time.cpuNanos());
        return time.busyNanos() - Math.round(waitShare(time) * lost);
    }

    private double waitShare(RankTime time) {
        return waitShares.getOrDefault(time.rank(), 0.0);
    }

    /** Returns an upper bound of the variance of the compared time, which is between CPU time and wall time, s^2. */
    private double variance(RankTime time) {
        double share = waitShare(time);
        double deviation = (1 - share) * Math.sqrt(time.busyVariance()) + share * Math.sqrt(time.cpuVariance());
        return deviation * deviation;
    }

    /** Returns the share of the ranks' wall time inside MPI, 0..1; NaN: no time. */
    public double mpiShare() {
        long wall = ranks.stream().mapToLong(RankTime::wallNanos).sum();
        return wall > 0 ? (double) ranks.stream().mapToLong(RankTime::mpiNanos).sum() / wall : Double.NaN;
    }

    /**
     * Returns the critical rank: the one with the longest compared time, on which the others wait. Of equal ranks it is
     * the lowest.
     *
     * @return -1: none, see {@link #NO_CRITICAL_RANK}
     */
    public int criticalRank() {
        RankTime longest = ranks.stream()
                .max(Comparator.comparingLong(this::compared).thenComparing(r -> -r.rank()))
                .orElse(null);
        if (longest == null || !(imbalance() >= (longest.occurrences() > 1 ? MIN_IMBALANCE : MIN_IMBALANCE_ONCE))) {
            return -1;
        }
        double excess = compared(longest) - mean(this::compared);
        return excess < MIN_SHARE_OF_WALL * mean(RankTime::wallNanos) || excess / 1e9 < variation(longest) ? -1
                : longest.rank();
    }

    /** Returns the excess over the mean that variation between occurrences alone can reach, s. */
    private double variation(RankTime longest) {
        if (longest.occurrences() < 2) {
            return 0;
        }
        double variance = variance(longest)
                + ranks.stream().mapToDouble(this::variance).sum() / ranks.size() / ranks.size();
        // The longest of several ranks is compared, so each comparison has a share of the error probability.
        return Math.sqrt(variance)
                * Statistics.studentFactor(1 - (1 - CONFIDENCE) / ranks.size(), longest.occurrences() - 1);
    }
}
