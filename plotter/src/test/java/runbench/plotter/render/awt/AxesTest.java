package runbench.plotter.render.awt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import runbench.plotter.Examples;
import runbench.plotter.figure.AxisTick;
import runbench.plotter.figure.Buckets;
import runbench.plotter.theme.Ink;

class AxesTest {
    @Test
    void everyValueAxisHasThreeLabelsUpToThePeak() {
        for (int panels : new int[]{1, 2, 4, 8, 16}) {
            for (double peak : new double[]{7.67e9, 641e6, 39.3e6, 51, 1.02, 0.004, 999_999, 1e6, 3}) {
                Buckets[] all = IntStream.range(0, panels).mapToObj(i -> upTo(peak)).toArray(Buckets[]::new);
                FigurePainter painter = new FigurePainter(Examples.run(all));
                FigurePainter.Placed last = painter.placed().get(panels - 1);
                int most = Axes.verticalTicks(last.data().getHeight());
                double[] range = AxisTick.range(last.panel().y(), new double[]{0, peak}, most);
                List<AxisTick> labels = AxisTick.vertical(last.panel().y(), range[0], range[1], most);
                assertThat(labels).as("%d panels, peak %s", panels, peak).hasSizeBetween(3, most + 1);
                assertThat(labels.get(labels.size() - 1).value()).isGreaterThanOrEqualTo(peak * (1 - 1e-9))
                        .isLessThanOrEqualTo(2 * peak);
                assertThat(labels).extracting(AxisTick::label).doesNotHaveDuplicates();
            }
        }
    }

    private static Buckets upTo(double peak) {
        double[] mean = {peak / 4, peak / 2, Double.NaN};
        return new Buckets("", new double[]{0, 1, 2, 3}, mean, mean, new double[]{peak / 4, peak, Double.NaN}, peak, 1,
                Ink.BLUE);
    }
}
