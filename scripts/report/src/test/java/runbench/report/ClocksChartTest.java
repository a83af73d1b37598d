package runbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.plotter.render.awt.Charts;
import runbench.sync.clock.Characterisation.Costs;
import runbench.sync.clock.Characterisation.SourceReport;
import runbench.sync.service.ServiceBench;

class ClocksChartTest {
    private static final double HERTZ = 2.5e9;

    private static SourceReport source(String name, double cycles, double step) {
        double[] warm = new double[1000];
        for (int i = 0; i < warm.length; i++) {
            warm[i] = cycles * (1 + i / 4000.0);
        }
        return new SourceReport(name, null, new Costs(warm), new Costs(new double[]{30 * cycles}), step, 0, 1000);
    }

    private static final List<SourceReport> SOURCES = List.of(source("rdtsc", 20, 0.4), source("tsc", 30, 0.033),
            source("gettimeofday", 60, 1000),
            new SourceReport("hpet", "clock hpet: absent", null, null, Double.NaN, 0, 0));

    @Test
    void allSourcesShareAnAxisWithTheStepOfTheTable() {
        String svg = Charts.svg(ClocksChart.figure(SOURCES, HERTZ, List.of(), List.of()));
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
