package runbench.sync.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import runbench.sync.exchange.ExchangeMetadata.Beat;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.Stamps;

/**
 * The drift of a node's clock from beats that the reference broadcast to all nodes at once. A beat goes one way, so its
 * delay cannot be distinguished from an offset; a delay that stays the same leaves the rate alone. Beats come in small
 * groups, whose first ones wake sleeping CPUs: the fastest of each counts. Compare Elson, Girod, Estrin, Fine-grained
 * network time synchronization using reference broadcasts, OSDI 2002, section 3.
 *
 * @param slope node against reference, ns per ns
 * @param slopeErr its statistical standard error: delete-a-group jackknife
 * @param groups groups of beats that arrived
 * @param delayNanos how much later than the exchanges' line lets expect the beats arrived, ns: the way, and what the
 *     node's port of a switch adds to every broadcast. It is calibrated by the exchanges and enters nothing
 * @param impossible beats that arrived before they were sent, by every clock that the exchanges allow
 */
public record BeatDrift(double slope, double slopeErr, int groups, double delayNanos, int impossible) {
    private static final int FEWEST_GROUPS = 5;
    /** Few bursts tell their own error poorly: differences of so many standard errors do happen. */
    private static final double MOST_SIGMAS = 6;
    /** Beyond so many the difference itself is what is known of the error. */
    private static final double USUAL_SIGMAS = 2;
    /** A rate that walks a little within the window shows in one more than in the other, ns per ns. */
    private static final double ALWAYS_ALLOWED = 5e-8;
    /** Rounding of stamps, and what user stamps on one side and the interval's own slack leave open, ns. */
    private static final double CAUSALITY_SLACK_NANOS = 100;

    /**
     * Beats that tell another rate than the exchanges of the same window. Exchanges go both ways and are asked for;
     * beats can be sent by anybody: the exchanges are believed.
     *
     * @param beats the beats' rate, ns per ns
     * @param exchanges the exchanges', ns per ns
     * @param allowed how far the two may be apart, ns per ns
     * @param impossible beats that arrived before they were sent
     */
    public record Disagreement(double beats, double exchanges, double allowed, int impossible) {}

    /** Empty where both can be true. */
    public Optional<Disagreement> disagreement(Estimate e) {
        double allowed = Math.max(MOST_SIGMAS * together(e), ALWAYS_ALLOWED);
        boolean far = Double.isFinite(e.slopeErr()) && Math.abs(slope - e.slope()) > allowed;
        double margin = MOST_SIGMAS * slopeErr + ALWAYS_ALLOWED;
        boolean outside = slope < e.bounds().slopeLo() - margin || slope > e.bounds().slopeHi() + margin;
        return far || outside || impossible > 0 ? Optional.of(new Disagreement(slope, e.slope(), allowed, impossible))
                : Optional.empty();
    }

    private double together(Estimate e) {
        return Double.isFinite(e.slopeErr()) ? Math.hypot(slopeErr, e.slopeErr()) : slopeErr;
    }

    /** From the beats that a recording holds; empty where fewer than {@value #FEWEST_GROUPS} groups arrived. */
    public static Optional<BeatDrift> of(ExchangeRecording recording, Estimate e) {
        List<double[]> points = fastest(recording.meta().beats(), e);
        int n = points.size();
        if (n < FEWEST_GROUPS) {
            return Optional.empty();
        }
        double sum = 0;
        double all = slope(points, -1);
        for (int left = 0; left < n; left++) {
            double without = slope(points, left);
            sum += (without - all) * (without - all);
        }
        double delay = points.stream().mapToDouble(p -> p[1] - all * p[0]).sorted().toArray()[n / 2] - e.offsetNanos();
        return Optional.of(new BeatDrift(e.slope() + all, Math.sqrt(sum * (n - 1) / n), n, delay,
                impossible(points, recording, e)));
    }

    /** Of each group's fastest: earlier than the earliest that any line through the exchanges lets a packet arrive. */
    private static int impossible(List<double[]> points, ExchangeRecording recording, Estimate e) {
        long bursts = IntStream.range(0, recording.exchanges().size())
                .map(recording.exchanges()::burst)
                .distinct()
                .count();
        if (e.bounds().bursts() < bursts) {
            return 0; // The clock stepped or wandered: what holds at the end says nothing of before.
        }
        return (int) points.stream().filter(p -> {
            double rate = (p[0] < 0 ? e.bounds().slopeHi() : e.bounds().slopeLo()) - e.slope();
            double earliest = e.bounds().lo() + (p[0] == 0 ? 0 : rate * p[0]);
            return p[1] < earliest - CAUSALITY_SLACK_NANOS;
        }).count();
    }

    /** Whether a node received enough beats for an estimate of its rate. */
    public static boolean hasEnoughBeats(ExchangeRecording recording) {
        int[] groups = {0, 0};
        int[] last = {-1, -1};
        for (Beat beat : recording.meta().beats()) {
            int kind = beat.byKernels() ? 1 : 0;
            groups[kind] += beat.group() == last[kind] ? 0 : 1;
            last[kind] = beat.group();
        }
        return Math.max(groups[0], groups[1]) >= FEWEST_GROUPS;
    }

    /**
     * The estimate with the beats' rate, each weighted by its error; the beats' alone where the exchanges' has none
     * (fewer than three bursts). The guaranteed interval stays that of the exchanges. Where the two differ by more than
     * their errors explain, the difference is in the errors; where they disagree, the exchanges' estimate is returned.
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
        // The exchanges know the offset best in their middle; from there the rate leads to the end.
        double offset = e.offsetNanos() + (slope - e.slope()) * beforeEnd(recording, e);
        offset = Math.min(e.bounds().hi(), Math.max(e.bounds().lo(), offset));
        boolean unusual = own > 0 && Math.abs(beats.slope - e.slope()) > USUAL_SIGMAS * beats.together(e);
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
     * Each group's fastest beat: when it was sent, and how much later than the exchanges' line lets expect it arrived.
     * Stamps by the kernel on both sides, or else by the programs on both sides, never mixed.
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
