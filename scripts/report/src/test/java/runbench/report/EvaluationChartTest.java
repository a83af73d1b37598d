package runbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.pas2p.evaluate.Evaluation;
import runbench.pas2p.evaluate.Evaluation.EvaluatedRun;
import runbench.pas2p.evaluate.Evaluation.FailedRun;
import runbench.pas2p.evaluate.Evaluation.MethodResult;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.phase.PhaseOptions.Method;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Mark.Bars;
import runbench.plotter.figure.Panel;

class EvaluationChartTest {
    /** A run of 200 s that Lamport's order predicts by 150 s from 9 phases, and PAS2P's by 196 s from 3. */
    private static EvaluatedRun run(String program, int processes) {
        return new EvaluatedRun(program, processes, 200, 210, 190,
                List.of(new MethodResult(OrderRule.LAMPORT, Method.BLOCKS, 20, 9, 0.9, 1, 150, 180),
                        new MethodResult(OrderRule.PAS2P, Method.PHASES, 5, 3, 0.98, 1, 196, 199)));
    }

    private static Bars bars(Panel panel) {
        return (Bars) panel.marks().get(0);
    }

    @Test
    void errorsAndNumbersOfPhasesAreDrawnForEachProgram() {
        Figure figure = EvaluationChart.of(new Evaluation(List.of(run("cg.C.x", 8), run("cg.C.x", 64)),
                List.of(new FailedRun("bt.C.x", 8, "it needs a square number"))));
        assertThat(figure.x().names()).containsExactly("cg.C.x, 8", "cg.C.x, 64");
        assertThat(figure.panels()).hasSize(3);
        Bars errors = bars(figure.panels().get(0));
        assertThat(errors.names()).containsExactly("lamport blocks", "pas2p phases");
        assertThat(errors.values()[0]).containsExactly(new double[]{25, 25}, within(1e-9));
        assertThat(errors.values()[1]).containsExactly(new double[]{2, 2}, within(1e-9));
        assertThat(bars(figure.panels().get(1)).values()[0]).containsExactly(new double[]{10, 10}, within(1e-9));
        assertThat(bars(figure.panels().get(2)).values()[1]).containsExactly(3, 3);
        assertThat(figure.panels().stream().flatMap(p -> p.legend().stream())).hasSize(2);
        assertThat(figure.notes()).anyMatch(n -> n.contains("bt.C.x with 8 processes FAILED: it needs a square"));
        assertThat(figure.label()).isEqualTo("1 program · processes: 8, 64");
    }
}
