package runbench.schedule.profile.recorded;

import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import runbench.parser.metrics.BoundMetric;

/**
 * Time, traffic and instructions of a run in parts.
 *
 * @param edges edges of the parts, in bins
 * @param wallSeconds wall time of each part; equal to {@code seconds} if the run has no clock
 * @param runSeconds running time of all threads
 * @param seconds running time of the program alone, in which its threads run simultaneously
 * @param bytes traffic
 * @param instructions executed instructions; null if not counted
 * @param waiting share of the time that the program waited for memory, 0..1; NaN if unknown
 */
record ProfileParts(int[] edges, double[] wallSeconds, double[] runSeconds, double[] seconds, double[] bytes,
        double[] instructions, double[] waiting) {
    /** Resolution of simultaneous threads, s: long compared with sampling jitter, short compared with a quantum. */
    private static final double RESOLUTION_SECONDS = 0.01;

    /**
     * Builds parts from the counts of a run.
     *
     * @param run counts in bins
     * @param traffic metric of the traffic
     * @param progress metric of the instructions; empty if not counted
     * @param stalls metric of the waiting share; empty if not counted
     * @param length length of the abscissa, in its unit
     * @param perUnit seconds per unit of the abscissa
     * @param clocked false if the run was emulated and has no clock
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
                busy[p] = run.runningTime(edges[p], edges[p + 1]) * perUnit;
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

        /**
         * Returns the time alone. Simultaneous threads and sleep can only be separated at the resolution of {@link
         * #RESOLUTION_SECONDS}.
         */
        private double alone(int from, int to) {
            int together = (int) Math.max(1, Math.round(RESOLUTION_SECONDS / (run.bins().width() * perUnit)));
            double seconds = 0;
            for (int b = from; b < to; b += together) {
                int end = Math.min(to, b + together);
                seconds += Math.min(wall(b, end), run.runningTime(b, end) * perUnit);
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

    /** Returns the traffic in bytes per second of the time alone; NaN if nothing ran. */
    double traffic(int part) {
        return seconds[part] > 0 ? bytes[part] / seconds[part] : Double.NaN;
    }

    /**
     * Flags parts with little or no progress, because the rate of a fragment has no meaning.
     *
     * @param least minimum running time of a non-empty part, in seconds
     */
    boolean[] empty(double least) {
        boolean[] empty = new boolean[count()];
        for (int p = 0; p < empty.length; p++) {
            empty[p] = !(seconds[p] > least) || instructions != null && !(instructions[p] > 0);
        }
        return empty;
    }

    /** Returns the number of simultaneous threads. At most a twentieth of the running time is in parts with more. */
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
