package runbench.sync.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import runbench.base.stats.Statistics;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.ExchangeRecording.ExchangeMetadata.Beat;
import runbench.sync.exchange.Exchanges.Stamps;

/**
 * The drift of a node's clock from beats that the reference broadcasts to all nodes. A beat goes one way, so its delay
 * cannot be distinguished from an offset. A constant delay does not change the rate. Beats come in small groups; the
 * first ones wake sleeping CPUs, so the fastest of each group counts. Compare Elson, Girod, Estrin, Fine-grained
 * network time synchronization using reference broadcasts, OSDI 2002, section 3.
 *
 * @param slope rate of the node against the reference, ns per ns
 * @param slopeErr standard error of the rate by the delete-a-group jackknife, ns per ns
 * @param groups number of groups of beats that arrived
 * @param delayNanos delay of the beats against the line of the exchanges, ns; it contains the path and the fixed delay
 *     of the node's switch port, and does not enter the estimate
 * @param impossible number of beats that arrived before they were sent, for every clock that the exchanges allow
 */
public record BeatDrift(double slope, double slopeErr, int groups, double delayNanos, int impossible) {
    private static final int MIN_GROUPS = 5;
    /**
     * Largest difference from the exchanges' rate, in standard errors. Few bursts estimate their own error poorly, so
     * the limit is wide.
     */
    private static final double MAX_RATE_SIGMAS = 6;
    /** Difference, in standard errors, beyond which the difference itself becomes the error. */
    private static final double EXPECTED_RATE_SIGMAS = 2;
    /** Difference of rates that is always accepted, ns per ns: the rate may wander a little within a window. */
    private static final double MIN_ALLOWED_RATE = 5e-8;
    /** Tolerance of the causality check, ns: rounding, user stamps on one side, and slack of the interval. */
    private static final double CAUSALITY_SLACK_NANOS = 100;

    /**
     * A contradiction between the beats and the exchanges of one window. The exchanges are believed: they go both ways
     * and carry the window's session, but any host can send beats.
     *
     * @param beats rate of the beats, ns per ns
     * @param exchanges rate of the exchanges, ns per ns
     * @param allowed largest accepted difference, ns per ns
     * @param impossible number of beats that arrived before they were sent
     */
    public record Disagreement(double beats, double exchanges, double allowed, int impossible) {}

    /** Returns the contradiction between these beats and an estimate from exchanges; empty if both can be true. */
    public Optional<Disagreement> disagreement(Estimate e) {
        double allowed = Math.max(MAX_RATE_SIGMAS * combinedError(e), MIN_ALLOWED_RATE);
        boolean far = Double.isFinite(e.slopeErr()) && Math.abs(slope - e.slope()) > allowed;
        double margin = MAX_RATE_SIGMAS * slopeErr + MIN_ALLOWED_RATE;
        boolean outside = slope < e.bounds().slopeLo() - margin || slope > e.bounds().slopeHi() + margin;
        return far || outside || impossible > 0 ? Optional.of(new Disagreement(slope, e.slope(), allowed, impossible))
                : Optional.empty();
    }

    private double combinedError(Estimate e) {
        return Double.isFinite(e.slopeErr()) ? Math.hypot(slopeErr, e.slopeErr()) : slopeErr;
    }

    /** Returns the drift from the beats of a recording; empty if fewer than {@value #MIN_GROUPS} groups arrived. */
    public static Optional<BeatDrift> of(ExchangeRecording recording, Estimate e) {
        List<double[]> points = fastest(recording.meta().beats(), e);
        int n = points.size();
        if (n < MIN_GROUPS) {
            return Optional.empty();
        }
        double sum = 0;
        double all = slope(points, -1);
        for (int left = 0; left < n; left++) {
            double without = slope(points, left);
            sum += (without - all) * (without - all);
        }
        double delay = Statistics.highMedianOfSorted(
                points.stream().mapToDouble(p -> p[1] - all * p[0]).sorted().toArray()) - e.offsetNanos();
        return Optional.of(new BeatDrift(e.slope() + all, Math.sqrt(sum * (n - 1) / n), n, delay,
                impossible(points, recording, e)));
    }

    /** Returns the number of groups whose fastest beat arrived earlier than any line through the exchanges permits. */
    private static int impossible(List<double[]> points, ExchangeRecording recording, Estimate e) {
        long bursts = IntStream.range(0, recording.exchanges().size())
                .map(recording.exchanges()::burst)
                .distinct()
                .count();
        if (e.bounds().bursts() < bursts) {
            return 0; // The clock stepped or wandered, so the bounds at the end do not hold before.
        }
        return (int) points.stream().filter(p -> {
            double rate = (p[0] < 0 ? e.bounds().slopeHi() : e.bounds().slopeLo()) - e.slope();
            double earliest = e.bounds().lo() + (p[0] == 0 ? 0 : rate * p[0]);
            return p[1] < earliest - CAUSALITY_SLACK_NANOS;
        }).count();
    }

    /** Returns whether a node received enough beats to estimate its rate. */
    public static boolean hasEnoughBeats(ExchangeRecording recording) {
        int[] groups = {0, 0};
        int[] last = {-1, -1};
        for (Beat beat : recording.meta().beats()) {
            int kind = beat.byKernels() ? 1 : 0;
            groups[kind] += beat.group() == last[kind] ? 0 : 1;
            last[kind] = beat.group();
        }
        return Math.max(groups[0], groups[1]) >= MIN_GROUPS;
    }

    /**
     * Returns the estimate with a rate combined from exchanges and beats. Each rate is weighted by its inverse
     * variance. With fewer than three bursts only the beats' rate counts. The guaranteed interval remains that of the
     * exchanges. If the rates differ by more than their errors explain, the errors contain the difference. If they
     * contradict each other, the exchanges' estimate is returned unchanged.
     */
    public static Estimate refine(Estimate e, ExchangeRecording recording) {
        Optional<BeatDrift> found = of(recording, e);
        if (found.isEmpty() || found.get().disagreement(e).isPresent()) {
            return e;
        }
        BeatDrift beats = found.get();
        double own = Double.isFinite(e.slopeErr()) ? 1 / (e.slopeErr() * e.slopeErr() + 1e-24) : 0;
        double theirs = 1 / (beats.slopeErr * beats.slopeErr + 1e-24);
        double slope = (own * e.slope() + theirs * beats.slope) / (own + theirs);
        slope = Math.min(e.bounds().slopeHi(), Math.max(e.bounds().slopeLo(), slope));
        // The exchanges determine the offset best in their middle. The rate extrapolates it from there to the end.
        double offset = e.offsetNanos() + (slope - e.slope()) * beforeEnd(recording, e);
        offset = Math.min(e.bounds().hi(), Math.max(e.bounds().lo(), offset));
        boolean unusual = own > 0 && Math.abs(beats.slope - e.slope()) > EXPECTED_RATE_SIGMAS * beats.combinedError(e);
        double rateErr = 1 / Math.sqrt(own + theirs);
        double errStat = unusual ? Math.hypot(e.errStatNanos(), offset - e.offsetNanos()) : e.errStatNanos();
        return new Estimate(e.method() + "+beats", e.stamps(), e.x0Nanos(), e.baseNanos(), offset, slope, errStat,
                unusual ? Math.max(rateErr, Math.abs(slope - e.slope())) : rateErr, e.bounds(), e.rttMinNanos(),
                e.exchanges(), e.bursts());
    }

    private static double beforeEnd(ExchangeRecording recording, Estimate e) {
        double sum = 0;
        int n = recording.exchanges().size();
        for (int i = 0; i < n; i++) {
            sum += e.x0Nanos() - recording.exchanges().stamp(Stamps.USER, 1, i);
        }
        return sum / n;
    }

    /**
     * Returns the fastest beat of each group as {send time, delay against the exchanges' line} in ns. The stamps come
     * either from the kernels on both sides or from the programs on both sides.
     */
    private static List<double[]> fastest(List<Beat> beats, Estimate e) {
        Map<Integer, double[]> kernel = new TreeMap<>();
        Map<Integer, double[]> user = new TreeMap<>();
        for (Beat beat : beats) {
            long sent = beat.sentNanos();
            double x = sent - e.x0Nanos();
            double late = beat.arrivedNanos() - sent - e.baseNanos() - e.slope() * x;
            (beat.byKernels() ? kernel : user).merge(beat.group(), new double[]{x, late},
                    (a, b) -> a[1] <= b[1] ? a : b);
        }
        return new ArrayList<>((kernel.size() >= user.size() ? kernel : user).values());
    }

    private static double slope(List<double[]> points, int leftOut) {
        double[] x = new double[points.size()];
        double[] y = new double[points.size()];
        int n = 0;
        for (int i = 0; i < points.size(); i++) {
            if (i != leftOut) {
                x[n] = points.get(i)[0];
                y[n++] = points.get(i)[1];
            }
        }
        return Fits.theilSen(Arrays.copyOf(x, n), Arrays.copyOf(y, n)).slope();
    }
}
