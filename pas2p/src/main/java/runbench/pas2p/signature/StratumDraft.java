package runbench.pas2p.signature;

import java.util.Arrays;
import org.hipparchus.distribution.continuous.FDistribution;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;
import runbench.pas2p.phase.OccurrenceTimes;

/** A stratum during the construction of a signature. */
final class StratumDraft {
    final int phase;
    final int id;
    final double fromNanos;
    final double toNanos;
    /** Its occurrences: serial numbers within their phase, and positions in the run. */
    final int[] serials;
    final int[] places;
    /**
     * Range of {@link #places} that may be measured: from the first after the warm-up to the last within the permitted
     * stretch.
     */
    int firstUsable;
    int usableEnd;
    final double[] durations;
    /** Expected duration of each occurrence by its time, among those of the stratum and among all of its phase. */
    final double[] trend;
    final double[] phaseTrend;
    final double nanos;
    final double spread;
    int wanted;
    /** Number of usable occurrences before the stop. */
    int measured;
    /** Occurrences after the stop: time, and the part of it inside MPI. */
    private double behindNanos;
    private double behindMpiNanos;
    private final OccurrenceTimes times;

    StratumDraft(int phase, int id, double fromNanos, double toNanos, int[] serials, int[] places,
            OccurrenceTimes times, double[] phaseTrend) {
        this.phase = phase;
        this.id = id;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
        this.serials = serials;
        this.places = places;
        durations = new double[places.length];
        double sum = 0;
        for (int i = 0; i < places.length; i++) {
            durations[i] = times.nanos(places[i]);
            sum += durations[i];
        }
        nanos = sum;
        trend = new TracedTrend(durations).values;
        this.phaseTrend = phaseTrend;
        this.times = times;
        spread = DurationSpread.ofOne(durations);
    }

    /** Returns the position of the second usable occurrence, whose difference from the first shows scatter. */
    int sufficientPlace() {
        return places[Math.min(places.length - 1, firstUsable + 1)];
    }

    int usable() {
        return Math.max(0, usableEnd - firstUsable);
    }

    double mean() {
        return nanos / places.length;
    }

    double deviation() {
        double squares = 0;
        for (double d : durations) {
            squares += (d - mean()) * (d - mean());
        }
        return places.length < 2 ? 0 : Math.sqrt(squares / (places.length - 1));
    }

    void behind(double durationNanos, double mpiShare) {
        behindNanos += durationNanos;
        behindMpiNanos += durationNanos * mpiShare;
    }

    double mpiShareBehind() {
        return behindNanos == 0 ? 0 : behindMpiNanos / behindNanos;
    }

    boolean contains(double nanos) {
        return nanos >= fromNanos && nanos < toNanos;
    }

    int countBehind(int place) {
        int n = 0;
        for (int p : places) {
            n += p > place ? 1 : 0;
        }
        return n;
    }

    /** Returns the longest duration without waits for a processor, ns. */
    double longestNeeded() {
        return Arrays.stream(places).mapToDouble(times::neededNanos).max().orElse(0);
    }

    /** Returns the time of the occurrences after a place without waits for a processor, ns. */
    double neededBehind(int place) {
        return Arrays.stream(places).filter(p -> p > place).mapToDouble(times::neededNanos).sum();
    }

    double nanosBehind(int place) {
        double sum = 0;
        for (int i = 0; i < places.length; i++) {
            sum += places[i] > place ? durations[i] : 0;
        }
        return sum;
    }

    /**
     * The scatter of consecutive durations as a share of their mean. Neighbours are compared, rather than each one with
     * the mean (von Neumann 1941, as in the Allan variance of clocks). A slowly growing phase then has no scatter; a
     * ratio to the traced durations follows the growth.
     */
    private static final class DurationSpread {
        private DurationSpread() {
        }

        /** Returns the standard deviation of one duration; 0 for fewer than two. */
        static double ofOne(double[] durations) {
            if (durations.length < 2) {
                return 0;
            }
            double squares = 0;
            double sum = durations[0];
            for (int i = 1; i < durations.length; i++) {
                squares += (durations[i] - durations[i - 1]) * (durations[i] - durations[i - 1]);
                sum += durations[i];
            }
            return sum <= 0 ? 0 : Math.sqrt(squares / (2 * (durations.length - 1))) / (sum / durations.length);
        }
    }

    /**
     * The expected durations of a phase's occurrences over time, without chance: a polynomial in their number, fitted
     * to means of batches of neighbours over the whole traced run. Time that one occurrence loses while its ranks wait
     * for a processor, and that the next ones compensate for, cancels out in a batch; a growing phase keeps its growth.
     * The degree is the lowest one that a higher degree does not improve significantly (F test, in steps).
     */
    static final class TracedTrend {
        private static final int BATCHES = 20;
        private static final int MIN_DURATIONS = 8;
        private static final int MIN_OF_A_BATCH = 4;
        private static final int MAX_DEGREE = 2;
        private static final double SIGNIFICANCE_LEVEL = 0.01;

        /** Expected durations; their sum equals that of the durations, except for rounding. */
        final double[] values;
        /** Standard error at the start of the run, as a share. */
        private double error;

        TracedTrend(double[] durations) {
            values = of(durations);
        }

        double error() {
            return error;
        }

        private double[] of(double[] durations) {
            int n = durations.length;
            double mean = Arrays.stream(durations).average().orElse(0);
            double[] trend = new double[n];
            Arrays.fill(trend, mean);
            int batches = Math.min(BATCHES, n / MIN_OF_A_BATCH);
            if (batches < MIN_DURATIONS || mean <= 0) {
                return trend;
            }
            double[] means = new double[batches];
            double[] at = new double[batches];
            for (int b = 0; b < batches; b++) {
                int from = (int) ((long) b * n / batches);
                int to = (int) ((long) (b + 1) * n / batches);
                means[b] = Arrays.stream(durations, from, to).average().orElseThrow();
                at[b] = place((from + to - 1) / 2.0, n);
            }
            double[] fit = fit(at, means);
            double sum = 0;
            for (int i = 0; i < n; i++) {
                trend[i] = value(fit, place(i, n));
                sum += trend[i];
            }
            for (int i = 0; i < n; i++) {
                trend[i] *= mean * n / sum;
                if (!(trend[i] > 0)) {
                    Arrays.fill(trend, mean);
                    return trend;
                }
            }
            return trend;
        }

        /** Maps an index to -1 .. 1. */
        private static double place(double i, int n) {
            return 2 * i / (n - 1) - 1;
        }

        private double[] fit(double[] at, double[] means) {
            int n = means.length;
            double[] best = {Arrays.stream(means).average().orElseThrow()};
            double left = squares(best, at, means);
            int degree = 0;
            error = Math.sqrt(left / (n - 1) / n) / best[0];
            for (int d = 1; d <= MAX_DEGREE; d++) {
                OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
                int terms = d;
                regression.newSampleData(means,
                        Arrays.stream(at)
                                .mapToObj(x -> java.util.stream.IntStream.rangeClosed(1, terms)
                                        .mapToDouble(k -> Math.pow(x, k))
                                        .toArray())
                                .toArray(double[][]::new));
                double[] fit = regression.estimateRegressionParameters();
                double now = squares(fit, at, means);
                double f = now <= 0 ? left <= 0 ? 0 : Double.POSITIVE_INFINITY
                        : (left - now) / (d - degree) / (now / (n - d - 1));
                if (f > new FDistribution(d - degree, n - d - 1.0)
                        .inverseCumulativeProbability(1 - SIGNIFICANCE_LEVEL)) {
                    best = fit;
                    left = now;
                    degree = d;
                    error = Math.sqrt(Math.max(0, atBeginning(regression, terms))) / Math.abs(value(fit, -1));
                }
            }
            return best;
        }

        /** Returns the variance of the fitted value at the start. */
        private static double atBeginning(OLSMultipleLinearRegression regression, int degree) {
            double[][] covariance = regression.estimateRegressionParametersVariance();
            double sum = 0;
            for (int i = 0; i <= degree; i++) {
                for (int j = 0; j <= degree; j++) {
                    sum += covariance[i][j] * ((i + j) % 2 == 0 ? 1 : -1);
                }
            }
            return sum * regression.estimateErrorVariance();
        }

        private static double squares(double[] fit, double[] at, double[] means) {
            double squares = 0;
            for (int b = 0; b < at.length; b++) {
                squares += Math.pow(means[b] - value(fit, at[b]), 2);
            }
            return squares;
        }

        private static double value(double[] fit, double x) {
            double value = 0;
            for (int k = fit.length - 1; k >= 0; k--) {
                value = value * x + fit[k];
            }
            return value;
        }
    }
}
