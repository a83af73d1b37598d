package runbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.pas2p.Scripted;
import runbench.pas2p.block.BlockedTrace;
import runbench.pas2p.block.ParallelBlocks.BlockOptions;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.trace.MpiTrace;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Mark;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Strip;

class BlockChartTest {
    @TempDir
    Path directory;

    private Figure chart(String... processes) {
        MpiTrace trace = Scripted.trace(directory, 20, processes);
        return BlockChart.of(trace, BlockedTrace.of(trace, OrderRule.PAS2P, BlockOptions.DEFAULT, Progress.NONE));
    }

    private static <M extends Mark> M mark(Panel panel, Class<M> type, String name) {
        return panel.marks()
                .stream()
                .filter(type::isInstance)
                .map(type::cast)
                .filter(m -> name.isEmpty() || m.legend().stream().anyMatch(e -> e.name().equals(name)))
                .findFirst()
                .orElseThrow();
    }

    /** Figure 3.17 of the thesis: two iterations of SMG2000 in 22 rows. */
    @Test
    void iterationsOfSmgHaveOnePhaseEachWithItsMessages() {
        String[] smg = {"2 -2 -3 -4 3 4", "1 -1 3 -3 -4 4", "1 2 -1 -2 4 -4", "1 2 3 -1 -2 -3"};
        Figure figure = chart(Arrays.stream(smg).map(p -> p + " " + p).toArray(String[]::new));
        assertThat(figure.label()).contains("22 rows", "11 distinct blocks", "2 phases");
        Panel events = figure.panels().get(0);
        Strip phases = mark(figure.panels().get(1), Strip.class, "");
        assertThat(phases.names()).containsExactly("phase 1 x 2", "phase 2 x 1");
        assertThat(phases.start()).containsExactly(0, 10, 11);
        assertThat(phases.end()).containsExactly(10, 11, 21);
        assertThat(phases.kind()).containsExactly(0, 1, 0);
        assertThat(mark(events, Mark.Points.class, "send").x()).hasSize(24);
        assertThat(mark(events, Mark.Points.class, "receive").x()).hasSize(24);
        double[] arrows = mark(events, Mark.LineMark.class, "message").x();
        assertThat(arrows).hasSize(3 * 24);
        for (int i = 0; i < arrows.length; i += 3) {
            assertThat(arrows[i + 1]).as("a receive is in a later row than its send").isGreaterThan(arrows[i]);
        }
        assertThat(events.marks()).filteredOn(Mark.TextMark.class::isInstance).hasSize(48);
        assertThat(figure.notes()).noneMatch(n -> n.startsWith("Shown"));
    }

    /** A long trace is shown from its main loop on, not from its start. */
    @Test
    void partWithTheMainPhaseIsShown() {
        Figure figure = chart("-2 * -2 -2 * " + "2 * ".repeat(100), "1 * 1 1 * " + "-1 * ".repeat(100));
        assertThat(figure.notes()).anyMatch(n -> n.startsWith("Shown: rows ") && !n.startsWith("Shown: rows 0 "));
        Strip phases = mark(figure.panels().get(1), Strip.class, "");
        assertThat(phases.names()).singleElement().asString().matches("phase [2-9] x 100");
        assertThat(figure.panels().get(0).marks()).noneMatch(Mark.TextMark.class::isInstance);
    }

    @Test
    void chartIsBesideTheTable() {
        assertThat(BlockChart.file(Path.of("run/blocks.csv"))).isEqualTo(Path.of("run/blocks.png"));
        assertThat(BlockChart.file(Path.of("table"))).isEqualTo(Path.of("table.png"));
    }
}
