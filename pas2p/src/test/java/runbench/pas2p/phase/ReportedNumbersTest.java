package runbench.pas2p.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import runbench.base.progress.Progress;
import runbench.pas2p.Recorded;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.synthetic.IrregularTrace;
import runbench.pas2p.synthetic.PlantedTrace;
import runbench.pas2p.trace.MpiTrace;

/** Checks the invariants of the numbers of any analysis of a complete trace whose ranks have one thread each. */
class ReportedNumbersTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(PhaseOptions.Method.class)
    void ofARealSolver(PhaseOptions.Method method) {
        MpiTrace trace = Recorded.multigrid(directory);
        for (OrderRule rule : OrderRule.values()) {
            check(trace, PhaseOptions.DEFAULT.withMethod(method).withRule(rule));
        }
    }

    @ParameterizedTest
    @EnumSource(PhaseOptions.Method.class)
    void ofPlantedPhases(PhaseOptions.Method method) throws IOException {
        PlantedTrace.write(new PlantedTrace.Plan(6, 8_000, 5, 11), directory);
        check(MpiTrace.open(directory), PhaseOptions.DEFAULT.withMethod(method));
    }

    @Test
    void ofATraceWithoutRepetition() throws IOException {
        IrregularTrace.write(8, 20_000, 1, directory);
        check(MpiTrace.open(directory), PhaseOptions.DEFAULT);
    }

    private static void check(MpiTrace trace, PhaseOptions options) {
        PhaseAnalysis analysis = PhaseAnalysis.of(trace, options, Progress.NONE);
        JsonNode root = PhaseReport.json(trace, analysis);
        assertThat(root.get("contradictions")).isEmpty();
        double run = root.get("run_ns").asDouble();
        assertThat(root.get("before_phases_ns").asDouble() / run).isBetween(0.0, 1.0);
        assertThat(root.get("after_phases_ns").asDouble() / run).isBetween(0.0, 1.0);
        assertThat(root.get("coverage").asDouble()).isBetween(0.0, 1.0);
        double shares = 0;
        double total = 0;
        long weights = 0;
        double wallOfRanks = 0;
        for (JsonNode p : root.get("phases")) {
            shares += p.get("share").asDouble();
            total += p.get("frontier_total_ns").asDouble();
            weights += p.get("weight").asLong();
            wallOfRanks += p.get("rank_wall_ns").asDouble();
            onePhase(p, trace.ranks());
        }
        assertThat(shares).isLessThanOrEqualTo(1 + 1e-9);
        assertThat(total + root.get("residual_ns").asDouble()).isCloseTo(run, within(1.0));
        assertThat(weights).isEqualTo(root.get("occurrences").asLong());
        assertThat(wallOfRanks).as("no rank is in phases for longer than the run")
                .isLessThanOrEqualTo(trace.ranks() * run);
        // Ranks are in phases from the first to the last phase, so their time is nearly the time of the phases.
        assertThat(wallOfRanks).isGreaterThan(0.8 * trace.ranks() * total);
        occurrences(analysis);
    }

    private static void onePhase(JsonNode p, int ranks) {
        double wall = p.get("rank_wall_ns").asDouble();
        assertThat(p.get("share").asDouble()).isBetween(0.0, 1.0);
        // The CPU clock and the wall clock are two clocks: the tolerance is 2 % and a microsecond.
        assertThat(p.get("compute_cpu_ns").asDouble() + p.get("mpi_wall_ns").asDouble()).as("%s", p.get("name"))
                .isBetween(0.0, 1.02 * wall + 1e3 * ranks * p.get("weight").asLong());
        assertThat(p.get("mpi_wall_ns").asDouble()).isBetween(0.0, wall);
        double mean = p.get("frontier_total_ns").asDouble() / p.get("weight").asLong();
        double min = p.get("frontier_min_ns").asDouble();
        double max = p.get("frontier_max_ns").asDouble();
        assertThat(min).isBetween(0.0, mean);
        assertThat(max).isGreaterThanOrEqualTo(mean);
        assertThat(p.get("frontier_deviation_ns").asDouble()).isBetween(0.0, (max - min) + 1);
        assertThat(p.get("messages").asLong()).isLessThanOrEqualTo(p.get("events").asLong());
    }

    private static void occurrences(PhaseAnalysis analysis) {
        PhaseOccurrences all = analysis.occurrences();
        long[] time = new long[analysis.phases().size()];
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.startNanos(i)).isBetween(analysis.runStartNanos(), all.endNanos(i));
            assertThat(all.endNanos(i)).isLessThanOrEqualTo(analysis.runEndNanos());
            time[all.phase(i)] += all.endNanos(i) - all.startNanos(i);
        }
        for (Phase p : analysis.phases()) {
            assertThat(p.frontierNanos()).isEqualTo(time[p.id()]);
        }
    }
}
