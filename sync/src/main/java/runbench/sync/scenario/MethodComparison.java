package runbench.sync.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import runbench.base.stats.Statistics;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimator;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.exchange.Injection;

/** Compares methods with the truth over many windows with known clocks. */
public final class MethodComparison {
    /** Resolution of stamps in whole ns; smaller errors are not distinguished. */
    private static final double STAMPS_NANOS = 1;

    private MethodComparison() {
    }

    /**
     * The result of one method in one condition.
     *
     * @param condition name of the condition
     * @param method name of the method
     * @param windows number of windows
     * @param rmsNanos root mean square error of the lead at the windows' ends, ns
     * @param maxNanos largest absolute error, ns
     * @param slopeRms root mean square error of the slope, ns per ns
     * @param statNanos median of the statistical errors that the method claims, ns
     * @param ratio95 95 % quantile of the error divided by the claimed statistical error
     * @param inside number of windows whose guaranteed interval contains the truth
     * @param widthNanos median width of the guaranteed interval, ns
     */
    public record Score(String condition, String method, int windows, double rmsNanos, double maxNanos, double slopeRms,
            double statNanos, double ratio95, int inside, double widthNanos) {}

    /** Compares methods on windows of a bed, each with its own offset up to 10 s and drift up to 180 ppm. */
    static List<Score> on(WindowSource bed, Delays scenario, List<Estimator> methods, int windows, long seed) {
        List<Trial> trials = new ArrayList<>();
        for (int w = 0; w < windows; w++) {
            SplittableRandom random = new SplittableRandom(seed + 31L * w);
            long offset = random.nextLong(-10_000_000_000L, 10_000_000_000L);
            double ppm = random.nextDouble(-180, 180);
            Oscillator oscillator = Oscillator.steady(ppm, WindowSource.START_NANOS);
            Exchanges window = bed.window(scenario.link(), WindowSource.START_NANOS, offset, oscillator, random);
            trials.add(new Trial(window, offset, oscillator, ppm * 1e-6));
        }
        return score(scenario.name(), trials, scenario.stamps(), methods);
    }

    /** Compares methods on recorded windows of one clock, with a different known clock injected into each. */
    public static List<Score> recorded(String condition, List<Exchanges> windows, Stamps stamps,
            List<Estimator> methods, long seed) {
        List<Trial> trials = new ArrayList<>();
        for (int w = 0; w < windows.size(); w++) {
            SplittableRandom random = new SplittableRandom(seed + 31L * w);
            long epoch = windows.get(w).stamp(stamps, 1, 0);
            double ppm = random.nextDouble(-180, 180);
            Injection clock = new Injection(random.nextLong(-10_000_000_000L, 10_000_000_000L), ppm, epoch);
            trials.add(new Trial(clock.apply(windows.get(w)), clock.offsetNanos(), clock::drifted, ppm * 1e-6));
        }
        return score(condition, trials, stamps, methods);
    }

    private record Trial(Exchanges window, long wholeLead, Oscillator rest, double slope) {}

    private static List<Score> score(String condition, List<Trial> trials, Stamps stamps, List<Estimator> methods) {
        List<Score> scores = new ArrayList<>();
        for (Estimator method : methods) {
            double squares = 0;
            double slopeSquares = 0;
            double max = 0;
            int inside = 0;
            double[] stat = new double[trials.size()];
            double[] ratio = new double[trials.size()];
            double[] width = new double[trials.size()];
            for (int w = 0; w < trials.size(); w++) {
                Trial t = trials.get(w);
                Estimate e = Estimation.of(t.window(), stamps, method, Estimation.ROUNDED_STAMPS_NANOS);
                double error = e.errorAgainst(t.wholeLead(), t.rest().lead(e.x0Nanos()));
                squares += error * error;
                slopeSquares += (e.slope() - t.slope()) * (e.slope() - t.slope());
                max = Math.max(max, Math.abs(error));
                inside += e.guarantees(t.wholeLead(), t.rest().lead(e.x0Nanos())) ? 1 : 0;
                stat[w] = e.errStatNanos();
                ratio[w] = Math.abs(error) / Math.max(STAMPS_NANOS, e.errStatNanos());
                width[w] = e.bounds().width();
            }
            int n = trials.size();
            scores.add(new Score(condition, method.name(), n, Math.sqrt(squares / n), max, Math.sqrt(slopeSquares / n),
                    median(stat), sorted(ratio)[(int) (0.95 * n)], inside, median(width)));
        }
        return scores;
    }

    /** Returns the upper one of the middle two values; unknown values (NaN) count as the greatest. */
    private static double median(double[] values) {
        return Statistics.highMedianOfSorted(sorted(values));
    }

    private static double[] sorted(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }
}
