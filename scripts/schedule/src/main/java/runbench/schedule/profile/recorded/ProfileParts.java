package runbench.schedule.profile.recorded;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
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
         * Returns the time alone. Simultaneous threads and sleep can only be separated at the resolution of
         * {@link #RESOLUTION_SECONDS}.
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

    /** Computes the edges of the parts of a run, in bins. */
    static final class PartEdges {
        private PartEdges() {
        }

        /** Returns edges of parts that are as equal as the bins allow. */
        static int[] equal(int bins, int parts) {
            int count = Math.max(1, Math.min(bins, parts));
            return IntStream.rangeClosed(0, count).map(p -> (int) ((long) bins * p / count)).toArray();
        }

        /** Returns edges from the first bin to the last with the distinct inner edges. */
        static int[] at(int bins, List<Integer> inner) {
            return IntStream.concat(IntStream.of(0, bins), inner.stream().mapToInt(e -> e))
                    .filter(e -> e >= 0 && e <= bins)
                    .sorted()
                    .distinct()
                    .toArray();
        }

        /**
         * Joins each empty part to the previous part, or the first part to the next.
         *
         * @param edges edges of the parts
         * @param empty flag of each part
         */
        static int[] joined(int[] edges, boolean[] empty) {
            List<Integer> kept = new ArrayList<>();
            kept.add(edges[0]);
            for (int p = 0; p < empty.length; p++) {
                boolean first = kept.size() == 1;
                boolean last = p == empty.length - 1;
                if (!empty[p] || last && first) {
                    kept.add(edges[p + 1]);
                } else if (!first) {
                    kept.set(kept.size() - 1, edges[p + 1]);
                }
            }
            kept.set(kept.size() - 1, edges[edges.length - 1]);
            return kept.stream().mapToInt(e -> e).toArray();
        }

        /**
         * Joins neighbouring parts until at most {@code most} are left. Each step joins the pair with the smallest
         * distance by Ward's criterion (1963).
         *
         * @param edges edges of the parts
         * @param weight length of each part
         * @param value mean of each part
         * @param most maximum number of parts, at least 1
         */
        static int[] fewer(int[] edges, double[] weight, double[] value, int most) {
            List<double[]> parts = new ArrayList<>();
            for (int p = 0; p < weight.length; p++) {
                parts.add(new double[]{edges[p], weight[p], value[p]});
            }
            while (parts.size() > Math.max(1, most)) {
                int best = IntStream.range(0, parts.size() - 1)
                        .boxed()
                        .min(Comparator.comparingDouble(i -> wardDistance(parts.get(i), parts.get(i + 1))))
                        .orElseThrow();
                double[] a = parts.get(best);
                double[] b = parts.remove(best + 1);
                double all = a[1] + b[1];
                parts.set(best, new double[]{a[0], all, all > 0 ? (a[1] * a[2] + b[1] * b[2]) / all : 0});
            }
            return IntStream.concat(parts.stream().mapToInt(p -> (int) p[0]), IntStream.of(edges[edges.length - 1]))
                    .toArray();
        }

        private static double wardDistance(double[] a, double[] b) {
            double all = a[1] + b[1];
            return all > 0 ? a[1] * b[1] / all * (a[2] - b[2]) * (a[2] - b[2]) : 0;
        }

        /** Joins empty parts until there is none. */
        static int[] withoutEmpty(int[] edges, Function<int[], boolean[]> empty) {
            int[] now = edges;
            for (boolean[] e = empty.apply(now); now.length > 2
                    && IntStream.range(0, e.length).anyMatch(indexTrue(e)); e = empty.apply(now)) {
                now = joined(now, e);
            }
            return now;
        }

        private static IntPredicate indexTrue(boolean[] flags) {
            return p -> flags[p];
        }
    }
}
