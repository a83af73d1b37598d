package runbench.sync.session;

import java.util.ArrayList;
import java.util.List;
import runbench.base.progress.Progress;
import runbench.sync.scenario.Delays;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Scenarios;
import runbench.sync.simulate.Topology;

/** Simulates networks of several topologies and sizes under the same conditions. */
public final class ScaleStudy {
    private static final int FAN_OUT = 8;
    private static final int PARALLEL = 8;
    private static final int BURSTS = 16;
    private static final int EXCHANGES = 32;
    private static final long WINDOW_NANOS = 4_000_000_000L;
    private static final long SEED = 1;

    private ScaleStudy() {
    }

    /**
     * Simulates one window of each network.
     *
     * @param nodes numbers of nodes with the reference, each at least 2
     * @param progress receives the number of simulated networks
     * @return the results by topology, then by number of nodes
     */
    public static List<Topology.Outcome> run(List<Topology.Kind> kinds, List<Integer> nodes, Progress progress) {
        ScenarioPlan plan = new ScenarioPlan(BURSTS, EXCHANGES, WINDOW_NANOS, 0);
        List<Topology.Outcome> outcomes = new ArrayList<>();
        for (Topology.Kind kind : kinds) {
            for (int n : nodes) {
                outcomes.add(Topology.simulate(kind, n, FAN_OUT, PARALLEL, plan, delays(), SEED));
                progress.at(outcomes.size(), (long) kinds.size() * nodes.size());
            }
        }
        return outcomes;
    }

    /** Returns the condition on every link in words. */
    public static String condition() {
        return delays().description();
    }

    private static Delays delays() {
        return Scenarios.delays("exponential");
    }
}
