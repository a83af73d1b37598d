package runbench.plotter.render.awt;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.geom.Path2D;
import java.awt.geom.PathIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PolylineTest {
    @Test
    void keepsTheExtremesOfEveryColumn() {
        Random random = new Random(1);
        Polyline line = new Polyline();
        double[] low = new double[100];
        double[] high = new double[100];
        java.util.Arrays.fill(low, Double.POSITIVE_INFINITY);
        java.util.Arrays.fill(high, Double.NEGATIVE_INFINITY);
        for (int i = 0; i < 100_000; i++) {
            double y = random.nextGaussian();
            low[i / 1000] = Math.min(low[i / 1000], y);
            high[i / 1000] = Math.max(high[i / 1000], y);
            line.add(i / 1000.0, y);
        }
        List<double[]> points = points(line.path());
        assertThat(points).hasSizeLessThanOrEqualTo(400);
        for (int c = 0; c < 100; c++) {
            int column = c;
            double[] ys = points.stream().filter(p -> (int) p[0] == column).mapToDouble(p -> p[1]).toArray();
            assertThat(ys).contains(low[c], high[c]);
        }
    }

    @Test
    void fewPointsAreUnchanged() {
        Polyline line = new Polyline();
        for (int i = 0; i < 50; i++) {
            line.add(i * 3, i % 7);
        }
        assertThat(points(line.path())).hasSize(50);
    }

    @Test
    void breaksAtMissingPointsAndDrawsSinglePoints() {
        Polyline line = new Polyline();
        double[] ys = {1, 2, Double.NaN, 5, Double.NaN, 3, 4};
        for (int i = 0; i < ys.length; i++) {
            line.add(i * 10, ys[i]);
        }
        Path2D path = line.path();
        int starts = 0;
        for (PathIterator it = path.getPathIterator(null); !it.isDone(); it.next()) {
            starts += it.currentSegment(new double[6]) == PathIterator.SEG_MOVETO ? 1 : 0;
        }
        assertThat(starts).isEqualTo(3);
        assertThat(points(path)).hasSize(6);
    }

    private static List<double[]> points(Path2D path) {
        List<double[]> out = new ArrayList<>();
        for (PathIterator it = path.getPathIterator(null); !it.isDone(); it.next()) {
            double[] p = new double[6];
            it.currentSegment(p);
            out.add(p);
        }
        return out;
    }
}
