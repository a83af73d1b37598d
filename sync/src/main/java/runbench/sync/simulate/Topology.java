package runbench.sync.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import runbench.base.error.RunbenchException;
import runbench.base.stats.Statistics;
import runbench.sync.estimate.Estimate;
import runbench.sync.estimate.Estimation;
import runbench.sync.estimate.Estimators;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.scenario.Delays;
import runbench.sync.scenario.Generator;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Oscillator;

/** Simulates many nodes: traffic of a star, a tree of gateways and broadcasts, and growth of errors with depth. */
public final class Topology {
    private static final long START = 1_700_000_000_000_000_000L;
    /**
     * Additional delay of a broadcast per switch port, compared to unicast, ns (measured on a Linux bridge: 1.1 us).
     */
    private static final double BROADCAST_BIAS_PER_NODE = 1100;

    private Topology() {
    }

    /** The topology. */
    public enum Kind {
        STAR, TREE, BROADCAST
    }

    /**
     * One depth of the tree (a star has only depth 1).
     *
     * @param depth depth, from 1
     * @param nodes number of nodes
     * @param rmsNanos root mean square error of the offset to the root, ns
     * @param maxNanos largest error, ns
     * @param slopeRms root mean square error of the rate, ns per ns
     */
    public record Level(int depth, int nodes, double rmsNanos, double maxNanos, double slopeRms) {}

    /**
     * The result of a simulation.
     *
     * @param kind topology
     * @param nodes number of nodes with the root
     * @param messages total number of packets
     * @param busiest number of packets that the busiest host sends and receives
     * @param seconds time from the first packet to the last, s
     * @param levels errors by depth
     */
    public record Outcome(Kind kind, int nodes, long messages, long busiest, double seconds, List<Level> levels) {}

    /**
     * Simulates one window.
     *
     * @param kind topology
     * @param nodes number of nodes with the root, at least 2
     * @param fanOut children of each node of a tree, at least 2
     * @param parallel nodes that a host probes concurrently, at least 1
     * @param plan times of the probes
     * @param scenario delays
     * @param seed seed of the random numbers
     * @throws RunbenchException if an argument is out of range
     */
    public static Outcome simulate(Kind kind, int nodes, int fanOut, int parallel, ScenarioPlan plan, Delays scenario,
            long seed) {
        if (nodes < 2 || fanOut < 2 || parallel < 1) {
            throw RunbenchException.badInput("a simulation needs at least 2 nodes, a fan-out of 2 and 1 in parallel");
        }
        double[] error = new double[nodes];
        double[] slopeError = new double[nodes];
        int[] depth = new int[nodes];
        int deepest = 1;
        for (int node = 1; node < nodes; node++) {
            int parent = kind == Kind.TREE ? (node - 1) / fanOut : 0;
            depth[node] = depth[parent] + 1;
            deepest = Math.max(deepest, depth[node]);
            double[] edge = edge(kind, plan, scenario, node, seed + node);
            error[node] = error[parent] + edge[0];
            slopeError[node] = slopeError[parent] + edge[1];
        }
        List<Level> levels = new ArrayList<>();
        for (int d = 1; d <= deepest; d++) {
            levels.add(level(d, depth, error, slopeError));
        }
        return outcome(kind, nodes, fanOut, parallel, plan, deepest, scenario, levels);
    }

    private static Outcome outcome(Kind kind, int nodes, int fanOut, int parallel, ScenarioPlan plan, int deepest,
            Delays scenario, List<Level> levels) {
        long perEdge = 2L * ((long) plan.bursts() * plan.exchanges() + 2);
        int children = kind == Kind.TREE ? Math.min(fanOut, nodes - 1) : nodes - 1;
        double trip = roundTripSeconds(scenario);
        // A burst with each group of children must fit between two bursts. Otherwise the window grows.
        double work = Math.ceil(children / (double) parallel) * plan.bursts() * plan.exchanges() * trip;
        double window = Math.max(plan.windowNanos() * 1e-9, work);
        if (kind == Kind.BROADCAST) {
            long beacons = (long) plan.bursts() * plan.exchanges();
            long calibration = 2L * plan.exchanges() * (nodes - 1L);
            return new Outcome(kind, nodes, beacons + calibration, beacons + calibration,
                    plan.windowNanos() * 1e-9 + Math.ceil(children / (double) parallel) * plan.exchanges() * trip,
                    levels);
        }
        long busiest = kind == Kind.TREE ? perEdge * (fanOut + 1L) : perEdge * children;
        return new Outcome(kind, nodes, perEdge * (nodes - 1L), busiest, window * (kind == Kind.TREE ? deepest : 1),
                levels);
    }

    private static double roundTripSeconds(Delays scenario) {
        SplittableRandom random = new SplittableRandom(1);
        double sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += scenario.link().forward().draw(random) + scenario.link().backward().draw(random)
                    + scenario.link().there().draw(random) + scenario.link().back().draw(random)
                    + 2 * scenario.link().send().draw(random) + 2 * scenario.link().wake().draw(random);
        }
        return sum / 1000 * 1e-9;
    }

    /** Returns the errors of offset (ns) and slope (ns per ns) of one child against its parent. */
    private static double[] edge(Kind kind, ScenarioPlan plan, Delays scenario, int node, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double ppm = random.nextDouble(-100, 100);
        Oscillator oscillator = Oscillator.steady(ppm, START);
        Generator generator = new Generator(scenario.link(), plan, random.nextLong(1_000_000_000), oscillator);
        Exchanges window = generator.window(START, random);
        if (kind == Kind.BROADCAST) {
            return broadcast(window, scenario.stamps(), generator, ppm, node);
        }
        Estimate e = Estimation.of(window, scenario.stamps(), Estimators.DEFAULT, Estimation.ROUNDED_STAMPS_NANOS);
        return new double[]{e.errorAgainst(generator.wholeLeadNanos(), oscillator.lead(e.x0Nanos())),
                e.slope() - ppm * 1e-6};
    }

    /**
     * Estimates from a broadcast. One-way beacons give the rate; the first burst, unicast, gives the constant. The
     * bridge serves its ports one after the other, so each node's beacons have a constant delay of their own, which the
     * calibration removes.
     */
    private static double[] broadcast(Exchanges window, Stamps stamps, Generator generator, double ppm, int node) {
        int first = 0;
        while (first < window.size() && window.burst(first) == window.burst(0)) {
            first++;
        }
        Estimate calibration = Estimation.of(window.rows(0, first), stamps, Estimators.named("min-rtt"),
                Estimation.ROUNDED_STAMPS_NANOS);
        Beacons beacons = Beacons.of(window, stamps, BROADCAST_BIAS_PER_NODE * node);
        double slope = beacons.slope();
        long end = window.stamp(stamps, 4, window.size() - 1);
        double lead = calibration.offsetNanos() + slope * (end - calibration.x0Nanos());
        double truth = generator.wholeLeadNanos() - calibration.baseNanos() + generator.lead(end);
        return new double[]{lead - truth, slope - ppm * 1e-6};
    }

    private static Level level(int depth, int[] depths, double[] error, double[] slopeError) {
        int n = 0;
        double squares = 0;
        double slopes = 0;
        double max = 0;
        for (int node = 1; node < depths.length; node++) {
            if (depths[node] == depth) {
                n++;
                squares += error[node] * error[node];
                slopes += slopeError[node] * slopeError[node];
                max = Math.max(max, Math.abs(error[node]));
            }
        }
        return new Level(depth, n, Math.sqrt(squares / n), max, Math.sqrt(slopes / n));
    }

    /** Returns the root mean square error over all nodes, ns. */
    public static double rms(Outcome outcome) {
        double squares = outcome.levels().stream().mapToDouble(l -> l.nodes() * l.rmsNanos() * l.rmsNanos()).sum();
        return Math.sqrt(squares / Arrays.stream(outcome.levels().toArray(Level[]::new)).mapToInt(Level::nodes).sum());
    }

    /**
     * One-way messages. They determine a clock's rate; its offset includes the unknown delay.
     *
     * @param x send times, ns since the first
     * @param late the node's receive stamp minus send time, ns relative to the first
     * @param burstFrom first row of each burst, and the number of rows
     */
    private record Beacons(double[] x, double[] late, int[] burstFrom) {

        /** Returns the forward halves of exchanges, delayed by {@code bias} ns. */
        static Beacons of(Exchanges e, Stamps stamps, double bias) {
            double[] x = new double[e.size()];
            double[] late = new double[e.size()];
            int[] from = new int[e.size() + 1];
            int bursts = 0;
            long origin = e.stamp(stamps, 1, 0);
            long base = e.stamp(stamps, 2, 0) - origin;
            for (int i = 0; i < e.size(); i++) {
                if (i == 0 || e.burst(i) != e.burst(i - 1)) {
                    from[bursts++] = i;
                }
                x[i] = e.stamp(stamps, 1, i) - origin;
                late[i] = e.stamp(stamps, 2, i) - e.stamp(stamps, 1, i) - base + bias;
            }
            from[bursts] = e.size();
            return new Beacons(x, late, Arrays.copyOf(from, bursts + 1));
        }

        /** Returns the median of the pairwise slopes between the bursts' quickest messages, ns per ns. */
        double slope() {
            int n = burstFrom.length - 1;
            double[] slopes = new double[n * (n - 1) / 2];
            int k = 0;
            for (int a = 0; a < n; a++) {
                for (int b = a + 1; b < n; b++) {
                    int i = quickest(a);
                    int j = quickest(b);
                    slopes[k++] = (late[j] - late[i]) / (x[j] - x[i]);
                }
            }
            Arrays.sort(slopes);
            return k == 0 ? 0 : Statistics.highMedianOfSorted(slopes);
        }

        private int quickest(int burst) {
            int best = burstFrom[burst];
            for (int i = best + 1; i < burstFrom[burst + 1]; i++) {
                best = late[i] < late[best] ? i : best;
            }
            return best;
        }
    }
}
