package runbench.parser.symbols;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hipparchus.distribution.continuous.TDistribution;
import runbench.parser.record.Metadata.CallGraph;
import runbench.parser.symbols.StackProfile.StackFrame;

/**
 * The call stacks of two programs in one tree. Functions of the same name are the same, also if their libraries differ.
 *
 * @param runsA number of runs of the first program
 * @param runsB number of runs of the second program
 * @param frames distinct functions
 * @param callerOf index of each node's caller, smaller than that of the node, or {@link StackProfile#OUTERMOST}
 * @param frameOf index of each node's function
 * @param selfA mean share of the first program's samples in each node itself, 0 to 1
 * @param selfB mean share of the second program's samples
 * @param different whether the difference of a node with all functions that it calls is significant
 * @param tested number of tested nodes; 0: too few runs
 * @param graphs distinct recordings of call stacks
 */
public record StackComparison(int runsA, int runsB, List<StackFrame> frames, int[] callerOf, int[] frameOf,
        double[] selfA, double[] selfB, boolean[] different, int tested, List<CallGraph> graphs) {
    /** Minimum number of runs of each program for a test. */
    public static final int MIN_RUNS = 3;
    /** Expected share of nodes without a difference among those that are called different (Benjamini, Hochberg). */
    public static final double FALSE_DISCOVERY_RATE = 0.05;
    /** Nodes with a smaller mean share in both programs are not tested. */
    public static final double MIN_SHARE = 0.002;

    /** The merged tree while it grows. */
    private static final class Merged {
        final CallStacks.Tree tree = new CallStacks.Tree();
        final List<StackFrame> frames = new ArrayList<>();
        private final Map<String, Integer> known = new HashMap<>();

        private int number(StackFrame f) {
            String key = f.kernel() + "\n" + f.function() + (f.named() ? "" : "\n" + f.library());
            return known.computeIfAbsent(key, k -> {
                frames.add(f);
                return frames.size() - 1;
            });
        }

        /** Returns the index of each node of a profile in this tree. */
        int[] add(StackProfile profile) {
            int[] numbers = profile.frames().stream().mapToInt(this::number).toArray();
            int[] nodes = new int[profile.nodes()];
            for (int n = 0; n < nodes.length; n++) {
                int caller = profile.caller(n);
                nodes[n] = tree.child(caller < 0 ? StackProfile.OUTERMOST : nodes[caller], numbers[profile.frame(n)]);
            }
            return nodes;
        }
    }

    /** The shares of the samples of one run. */
    private record Run(double[] self, double[] total, int samples) {
        static Run of(StackProfile profile, int[] nodes, int[] callerOf) {
            double[] self = new double[callerOf.length];
            int[] counts = profile.self();
            int samples = Math.max(1, Arrays.stream(counts).sum());
            for (int n = 0; n < nodes.length; n++) {
                self[nodes[n]] += (double) counts[n] / samples;
            }
            double[] total = self.clone();
            for (int n = total.length - 1; n >= 0; n--) {
                if (callerOf[n] >= 0) {
                    total[callerOf[n]] += total[n];
                }
            }
            return new Run(self, total, samples);
        }
    }

    /** Compares the runs of two programs, at least one each. */
    public static StackComparison of(List<StackProfile> a, List<StackProfile> b) {
        Merged merged = new Merged();
        List<int[]> nodesA = a.stream().map(merged::add).toList();
        List<int[]> nodesB = b.stream().map(merged::add).toList();
        int[] callerOf = merged.tree.parents();
        List<Run> runsA = IntStream.range(0, a.size())
                .mapToObj(i -> Run.of(a.get(i), nodesA.get(i), callerOf))
                .toList();
        List<Run> runsB = IntStream.range(0, b.size())
                .mapToObj(i -> Run.of(b.get(i), nodesB.get(i), callerOf))
                .toList();
        double[] p = new double[callerOf.length];
        boolean enough = Math.min(a.size(), b.size()) >= MIN_RUNS;
        Arrays.setAll(p, n -> enough ? p(runsA, runsB, n) : Double.NaN);
        return new StackComparison(a.size(), b.size(), List.copyOf(merged.frames), callerOf, merged.tree.numbers(),
                mean(runsA, callerOf.length), mean(runsB, callerOf.length), discovered(p),
                (int) Arrays.stream(p).filter(v -> !Double.isNaN(v)).count(),
                Stream.concat(a.stream(), b.stream()).map(StackProfile::graph).distinct().toList());
    }

    private static double[] mean(List<Run> runs, int nodes) {
        double[] mean = new double[nodes];
        Arrays.setAll(mean, n -> runs.stream().mapToDouble(r -> r.self[n]).average().orElse(0));
        return mean;
    }

    /**
     * Returns the p-value of Welch's t test of a node's shares in the runs; NaN if the node is too small. The variance
     * of a mean is at least that of random samples: equal counts in a few runs are no proof of a constant share.
     */
    private static double p(List<Run> a, List<Run> b, int node) {
        double meanA = a.stream().mapToDouble(r -> r.total[node]).average().orElse(0);
        double meanB = b.stream().mapToDouble(r -> r.total[node]).average().orElse(0);
        if (Math.max(meanA, meanB) < MIN_SHARE) {
            return Double.NaN;
        }
        double both = (meanA + meanB) / 2;
        double varianceA = variance(a, node, meanA, both);
        double varianceB = variance(b, node, meanB, both);
        double sum = varianceA + varianceB;
        if (sum == 0) {
            return 1; // all samples of all runs, or none
        }
        double degrees = sum * sum / (varianceA * varianceA / (a.size() - 1) + varianceB * varianceB / (b.size() - 1));
        return 2 * new TDistribution(degrees).cumulativeProbability(-Math.abs(meanA - meanB) / Math.sqrt(sum));
    }

    /** Returns the variance of the mean of the runs. */
    private static double variance(List<Run> runs, int node, double mean, double both) {
        double squares = runs.stream().mapToDouble(r -> (r.total[node] - mean) * (r.total[node] - mean)).sum();
        double random = runs.stream().mapToDouble(r -> both * (1 - both) / r.samples).average().orElse(0);
        return Math.max(squares / (runs.size() - 1), Math.max(0, random)) / runs.size();
    }

    /** Applies the procedure of Benjamini and Hochberg (1995). */
    private static boolean[] discovered(double[] p) {
        List<Integer> order = IntStream.range(0, p.length)
                .filter(n -> !Double.isNaN(p[n]))
                .boxed()
                .sorted(Comparator.comparingDouble(n -> p[n]))
                .toList();
        boolean[] different = new boolean[p.length];
        int last = -1;
        for (int i = 0; i < order.size(); i++) {
            last = p[order.get(i)] <= FALSE_DISCOVERY_RATE * (i + 1) / order.size() ? i : last;
        }
        order.subList(0, last + 1).forEach(n -> different[n] = true);
        return different;
    }
}
