package runbench.sync.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import runbench.sync.model.ResyncPolicy;
import runbench.sync.scenario.Plan;
import runbench.sync.scenario.Scenarios;

class SimulationsTest {
    private static final int TWELVE_HOURS = 12 * 3600;

    @Test
    void resynchronisingHoldsWhatPredictionLoses() {
        double wander = 0.53;
        DriftRun.Outcome predicted = DriftRun.predictingOnly(wander, TWELVE_HOURS, 3);
        DriftRun.Outcome loose = DriftRun.resynchronising(wander, 1e6, TWELVE_HOURS, 3);
        DriftRun.Outcome tight = DriftRun.resynchronising(wander, 1e5, TWELVE_HOURS, 3);
        assertThat(predicted.worstNanos()).isGreaterThan(1e6);
        assertThat(loose.worstNanos()).isLessThan(1.5e6);
        assertThat(tight.worstNanos()).isLessThan(3e5);
        assertThat(tight.worstAfterNanos()).isLessThan(1e5);
        assertThat(loose.resyncs()).isBetween(5, 80);
        assertThat(tight.resyncs()).isBetween(loose.resyncs(), 300);
    }

    @Test
    void aTreeSparesTheRootAndPaysInDepth() {
        Plan plan = new Plan(8, 16, 1_000_000_000L, 0);
        var star = Topology.simulate(Topology.Kind.STAR, 200, 8, 8, plan, Scenarios.named("exponential"), 1);
        var tree = Topology.simulate(Topology.Kind.TREE, 200, 4, 8, plan, Scenarios.named("exponential"), 1);
        assertThat(star.levels()).hasSize(1);
        assertThat(star.messages()).isEqualTo(tree.messages()).isEqualTo(199L * 2 * (8 * 16 + 2));
        assertThat(tree.busiest()).isLessThan(star.busiest() / 10);
        assertThat(tree.levels()).hasSizeGreaterThan(3);
        assertThat(Topology.rms(tree)).isGreaterThan(Topology.rms(star));
    }

    @Test
    void broadcastCostsLittleAndGivesTheRate() {
        Plan plan = new Plan(16, 16, 4_000_000_000L, 0);
        var broadcast = Topology.simulate(Topology.Kind.BROADCAST, 100, 8, 8, plan, Scenarios.named("kernel"), 1);
        assertThat(broadcast.messages()).isLessThan(99L * 2 * 16 * 16 / 10);
        assertThat(broadcast.levels().get(0).slopeRms() * 1e6).isLessThan(0.1);
        assertThat(broadcast.levels().get(0).rmsNanos()).isLessThan(1000);
    }

    @Test
    void thePolicyLearns() {
        ResyncPolicy policy = new ResyncPolicy(100_000);
        double first = policy.intervalSeconds();
        policy.learn(first, 10);
        assertThat(policy.intervalSeconds()).isGreaterThan(first);
        policy.learn(policy.intervalSeconds(), 500_000);
        assertThat(policy.intervalSeconds()).isLessThan(first);
        assertThat(policy.due(1)).isFalse();
    }
}
