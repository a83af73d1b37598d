package runbench.parser.roofline;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.base.stats.Interval;
import runbench.base.stats.Statistics.MedianInterval;

/**
 * The maximum rate of a machine for one kind of work, measured with kernels of known work and a clock. A round has
 * several short repetitions, of which the fastest counts: other programs make repetitions slower, never faster.
 *
 * @param name name of the kernel
 * @param kind quantity that the roof limits
 * @param label label for readers: "L2", "AVX2 FMA"
 * @param precision precision of operations, "double" or "single"; empty for bandwidths
 * @param threads number of simultaneous threads, each on a separate CPU
 * @param meaning description of the kernel's work
 * @param bytes bytes that each thread worked on; 0 for operations
 * @param rounds rate of the fastest repetition of each round, in the kind's unit
 * @param rate median of the rounds
 * @param interval confidence interval of the rate
 * @param confidence confidence of the interval, 0..1
 */
public record Roof(String name, RoofKind kind, String label, String precision, int threads, String meaning, long bytes,
        List<Double> rounds, double rate, Interval interval, double confidence) {
    /**
     * Creates a roof from measured rates.
     *
     * @param rates rates of all repetitions in order, in the kind's unit; at least {@code rounds}
     * @param rounds number of consecutive rounds into which the repetitions are divided
     */
    public static Roof of(String name, RoofKind kind, String label, String precision, int threads, String meaning,
            long bytes, double[] rates, int rounds) {
        double[] best = new double[rounds];
        for (int r = 0; r < rounds; r++) {
            best[r] = Arrays.stream(rates, r * rates.length / rounds, (r + 1) * rates.length / rounds)
                    .max()
                    .orElseThrow();
        }
        MedianInterval median = MedianInterval.of(best);
        List<Double> all = new ArrayList<>();
        Arrays.stream(best).forEach(all::add);
        return new Roof(name, kind, label, precision, threads, meaning, bytes, List.copyOf(all), median.median(),
                median.interval(), median.confidence());
    }

    /** The quantity that a roof limits. */
    public enum RoofKind {
        OPERATIONS("FLOP/s"), BANDWIDTH("B/s");

        private final String unit;

        RoofKind(String unit) {
            this.unit = unit;
        }

        @JsonValue
        public String unit() {
            return unit;
        }
    }
}
