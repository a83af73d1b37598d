package runbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.plotter.render.awt.Charts;
import runbench.sync.service.ServiceBench;

class ClocksChartTest {
    @Test
    void allSourcesShareAnAxisWithTheStepOfTheTable() {
        String svg = Charts.svg(ClocksChart.figure(ClockFigures.SOURCES, ClockFigures.HERTZ, List.of(), List.of()));
        assertThat(svg).containsPattern("rdtsc 9.0, [89].\\d, 0.4;")
                .containsPattern("tsc 13.5, 1[2-4].\\d, 0.033;")
                .containsPattern("gettimeofday 27.0, 2[4-9].\\d, 1000.0.");
        assertThat(svg).contains(">step (resolution)<", ">cold caches, median<", "clock hpet: absent")
                .contains(">reads<");
        assertThat(svg.split(">ns<", -1)).as("one axis").hasSize(2);
    }

    @Test
    void aServiceWithoutScatterStaysOnTheLogarithmicAxis() {
        double[] quiet = new double[20];
        ServiceBench.Series s = new ServiceBench.Series(1, 1, quiet, quiet, quiet, 0, 0, 0, 0, 0, List.of());
        assertThat(s.resolution()).isZero();
        assertThat(BenchChart.drawnResolution(s)).isEqualTo(1);
    }
}
