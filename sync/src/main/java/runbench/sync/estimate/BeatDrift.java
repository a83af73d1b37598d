package runbench.sync.estimate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import runbench.sync.exchange.Recording;
import runbench.sync.exchange.Stamps;

/**
 * The drift of a node's clock from beats that the reference broadcast to all nodes at once. A beat goes one way, so its
 * delay cannot be told from an offset; a delay that stays the same leaves the rate alone. Beats come in small groups,
 * whose first ones wake sleeping CPUs: the fastest of each counts. Compare Elson, Girod, Estrin, Fine-grained network
 * time synchronization using reference broadcasts, OSDI 2002, section 3.
 *
 * @param slope    node against reference, ns per ns
 * @param slopeErr its statistical standard error: delete-a-group jackknife
 * @param groups   groups of beats that arrived
 * @param delayNanos how much later than the exchanges' line lets expect the beats arrived, ns: the way, and what the
 *                 node's port of a switch adds to every broadcast. It is calibrated by the exchanges and enters nothing
 */
public record BeatDrift(double slope, double slopeErr, int groups, double delayNanos) {
    private static final int FEWEST_GROUPS = 5;

    /** From the beats that a recording holds; empty where fewer than {@value #FEWEST_GROUPS} groups arrived. */
    public static Optional<BeatDrift> of(Recording recording, Estimate e) {
        List<double[]> points = fastest(recording.meta().path("beats").path("rows"), e);
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
        return Optional.of(new BeatDrift(e.slope() + all, Math.sqrt(sum * (n - 1) / n), n, delay));
    }

    /** Whether a node heard enough beats to tell its rate. */
    public static boolean heard(Recording recording) {
        int[] groups = {0, 0};
        int[] last = {-1, -1};
        for (JsonNode row : recording.meta().path("beats").path("rows")) {
            int kind = row.path(1).asLong() != 0 && row.path(3).asInt() == 1 ? 1 : 0;
            groups[kind] += row.path(4).asInt() == last[kind] ? 0 : 1;
            last[kind] = row.path(4).asInt();
        }
        return Math.max(groups[0], groups[1]) >= FEWEST_GROUPS;
    }

    /**
     * The estimate with the beats' rate, each weighted by its error; the beats' alone where the exchanges' has none
     * (fewer than three bursts). The guaranteed interval stays that of the exchanges.
     */
    public static Estimate refine(Estimate e, Recording recording) {
        Optional<BeatDrift> found = of(recording, e);
        if (found.isEmpty()) {
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
        return new Estimate(e.method() + "+beats", e.stamps(), e.x0Nanos(), e.baseNanos(), offset, slope,
                e.errStatNanos(), 1 / Math.sqrt(own + theirs), e.bounds(), e.rttMinNanos(), e.exchanges(), e.bursts());
    }

    private static double beforeEnd(Recording recording, Estimate e) {
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
    private static List<double[]> fastest(JsonNode rows, Estimate e) {
        Map<Integer, double[]> kernel = new TreeMap<>();
        Map<Integer, double[]> user = new TreeMap<>();
        for (JsonNode row : rows) {
            boolean byKernel = row.path(1).asLong() != 0 && row.path(3).asInt() == 1;
            long sent = row.path(byKernel ? 1 : 0).asLong();
            double x = sent - e.x0Nanos();
            double late = row.path(2).asLong() - sent - e.baseNanos() - e.slope() * x;
            (byKernel ? kernel : user).merge(row.path(4).asInt(), new double[] {x, late}, (a, b) -> a[1] <= b[1] ? a : b);
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
