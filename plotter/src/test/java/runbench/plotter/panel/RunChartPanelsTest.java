package runbench.plotter.panel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.plotter.ChartCaption;
import runbench.plotter.RunChart;

class RunChartPanelsTest {
    @Test
    void overInstructionsThePanelEndsWhereTheLineCanStillBeSeen() {
        Panel misses = panel(Axis.INSTRUCTIONS, 65_000);
        assertThat(misses.y.max()).isEqualTo(9000);
        assertThat(misses.remark).contains("peak 65").contains("above the panel");
        assertThat(panel(Axis.INSTRUCTIONS, 5000).y.max()).isNaN();
        assertThat(panel(Axis.INSTRUCTIONS, 5000).remark).contains("peak 5").doesNotContain("above");
        assertThat(panel(Axis.RUN_TIME, 65_000).y.max()).isNaN();
        assertThat(panel(Axis.INSTRUCTIONS, Double.NaN).y.max()).isNaN();
    }

    private static Panel panel(Axis axis, double peak) {
        Envelope e = new Envelope("L1D_WRITE_MISS", "emulated (QEMU TCG), not measured", "misses/10⁶ instructions", axis, 0, 1,
                new double[] {1000, 3000, Double.NaN}, new double[] {500, 900, Double.NaN}, new double[] {2000, peak, Double.NaN}, 0, 1);
        ChartCaption caption = new ChartCaption("403.gcc", "label", "machine", "kernel", "emulated (QEMU TCG), not measured", 1e6, 1e6, 3, 0,
                0, List.of());
        return RunChart.of(List.of(e), caption).panels.get(0);
    }
}
