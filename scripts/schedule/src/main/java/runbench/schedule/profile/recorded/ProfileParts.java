package runbench.schedule.profile.recorded;

import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import runbench.parser.metrics.BoundMetric;

/**
 * What a run did in parts of it.
 *
 * @param wallSeconds length of each; equal to {@code seconds} where the run has no clock
 * @param runSeconds running time of all its threads in it
 * @param seconds running time of the program alone, in which its threads run beside each other
 * @param bytes that it moved
 * @param instructions that it executed; null where they were not counted
 * @param waiting share of the time that waited for memory, 0..1; NaN where that is not known
 */
record ProfileParts(int[] edges, double[] wallSeconds, double[] runSeconds, double[] seconds, double[] bytes,
        double[] instructions, double[] waiting) {
    /** Long beside the jitter of samples, short beside a quantum; s. */
    private static final double MOMENT = 0.01;

    /**
     * How a reading is turned into parts. @param length of the abscissa, in its unit @param perUnit seconds of one unit
     * of the abscissa
     */
    record Maker(CountedRun run, TrafficWays.Traffic traffic, Optional<BoundMetric> progress,
            Optional<BoundMetric> stalls, double length, double perUnit, boolean clocked) {
        ProfileParts of(int[] edges) {
            int parts = edges.length - 1;
            double[][] counts = run.counts(edges);
            double[] wall = new double[parts];
            double[] busy = new double[parts];
            double[] alone = new double[parts];
            for (int p = 0; p < parts; p++) {
                busy[p] = run.run(edges[p], edges[p + 1]) * perUnit;
                wall[p] = clocked ? wall(edges[p], edges[p + 1]) : busy[p];
                alone[p] = clocked ? alone(edges[p], edges[p + 1]) : busy[p];
            }
            return new ProfileParts(edges, wall, busy, alone, each(counts, c -> traffic.bytes(c)),
                    progress.map(m -> each(counts, c -> m.of(c, 1e9, 1e9))).orElse(null),
                    stalls.map(m -> each(counts, c -> Math.max(0, Math.min(1, m.of(c, 1e9, 1e9)))))
                            .orElseGet(() -> DoubleStream.generate(() -> Double.NaN).limit(parts).toArray()));
        }

        private double wall(int from, int to) {
            return Math.max(0, Math.min(to * run.bins().width(), length) - from * run.bins().width()) * perUnit;
        }

        /** Threads run beside each other, and the program may sleep: both are told apart from moment to moment only. */
        private double alone(int from, int to) {
            int together = (int) Math.max(1, Math.round(MOMENT / (run.bins().width() * perUnit)));
            double seconds = 0;
            for (int b = from; b < to; b += together) {
                int end = Math.min(to, b + together);
                seconds += Math.min(wall(b, end), run.run(b, end) * perUnit);
            }
            return seconds;
        }

        private static double[] each(double[][] counts, ToDoubleFunction<double[]> of) {
            double[] all = new double[counts.length];
            for (int p = 0; p < all.length; p++) {
                all[p] = of.applyAsDouble(counts[p]);
            }
            return all;
        }
    }

    int count() {
        return seconds.length;
    }

    /** Bytes per second of the time alone; NaN where nothing ran. */
    double traffic(int part) {
        return seconds[part] > 0 ? bytes[part] / seconds[part] : Double.NaN;
    }

    /**
     * Parts in which the program came no further, or hardly: the rate of a fragment says nothing. @param least seconds
     * of a part that is none
     */
    boolean[] empty(double least) {
        boolean[] empty = new boolean[count()];
        for (int p = 0; p < empty.length; p++) {
            empty[p] = !(seconds[p] > least) || instructions != null && !(instructions[p] > 0);
        }
        return empty;
    }

    /**
     * So many threads ran at once, but for moments: a twentieth of the running time at most was in parts where more
     * did.
     */
    int threads() {
        double all = DoubleStream.of(runSeconds).sum();
        for (int n = 1;; n++) {
            int threads = n;
            double beyond = IntStream.range(0, count())
                    .filter(p -> runSeconds[p] > (threads + 0.25) * wallSeconds[p])
                    .mapToDouble(p -> runSeconds[p])
                    .sum();
            if (beyond <= all / 20) {
                return n;
            }
        }
    }
}
