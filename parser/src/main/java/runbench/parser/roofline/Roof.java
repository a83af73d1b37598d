package runbench.parser.roofline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.base.stats.Interval;
import runbench.base.stats.MedianInterval;

/**
 * The maximum rate of a machine for one kind of work, measured with kernels of known work and a clock. A round has
 * several short repetitions, of which the fastest counts: other programs make repetitions slower, never faster.
 *
 * @param name of the kernel
 * @param label for people: "L2", "AVX2 FMA"
 * @param precision of operations, "double" or "single"; empty for bandwidths
 * @param threads that did it together, each on a CPU of its own
 * @param meaning what the kernel does
 * @param bytes that each thread worked on; 0 for operations
 * @param rounds rate of the fastest repetition of each round, in the kind's unit
 * @param rate median of the rounds
 * @param interval that holds it
 * @param confidence of the interval, 0..1
 */
public record Roof(String name, RoofKind kind, String label, String precision, int threads, String meaning, long bytes,
        List<Double> rounds, double rate, Interval interval, double confidence) {
    /**
     * @param rates of all repetitions in order, in the kind's unit; at least {@code rounds}
     * @param rounds into which they are cut, in order
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
}
