package runbench.sync.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.sync.scenario.Generator.ScenarioPlan;
import runbench.sync.scenario.Scenarios;

@Tag("scenario")
@Tag("beside")
class SimulationsTest {
    @Test
    void treeReducesTheRootsLoadAndAddsErrorsWithDepth() {
        ScenarioPlan plan = new ScenarioPlan(8, 16, 1_000_000_000L, 0);
        var star = Topology.simulate(Topology.Kind.STAR, 200, 8, 8, plan, Scenarios.delays("exponential"), 1);
        var tree = Topology.simulate(Topology.Kind.TREE, 200, 4, 8, plan, Scenarios.delays("exponential"), 1);
        assertThat(star.levels()).hasSize(1);
        assertThat(star.messages()).isEqualTo(tree.messages()).isEqualTo(199L * 2 * (8 * 16 + 2));
        assertThat(tree.busiest()).isLessThan(star.busiest() / 10);
        assertThat(tree.levels()).hasSizeGreaterThan(3);
        assertThat(Topology.rms(tree)).isGreaterThan(Topology.rms(star));
    }

    @Test
    void broadcastSendsFewPacketsAndGivesTheRate() {
        ScenarioPlan plan = new ScenarioPlan(16, 16, 4_000_000_000L, 0);
        var broadcast = Topology.simulate(Topology.Kind.BROADCAST, 100, 8, 8, plan, Scenarios.delays("kernel"), 1);
        assertThat(broadcast.messages()).isLessThan(99L * 2 * 16 * 16 / 10);
        assertThat(broadcast.levels().get(0).slopeRms() * 1e6).isLessThan(0.1);
        assertThat(broadcast.levels().get(0).rmsNanos()).isLessThan(1000);
    }
}
