package runbench.plotter.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import runbench.base.quantity.Numbers;

class AxisTickTest {
    private static final char T = Numbers.THIN_SPACE;

    @Test
    void ratesHaveOnePrefixPerAxis() {
        assertThat(labels(Scale.linear("").si(""), 0, 4.3e5, 5)).containsExactly("0", "100" + T + "k", "200" + T + "k",
                "300" + T + "k", "400" + T + "k");
    }

    @Test
    void digitsFollowTheZoom() {
        assertThat(labels(Scale.linear(""), 12.3401, 12.3406, 5)).containsExactly("12.3401", "12.3402", "12.3403",
                "12.3404", "12.3405", "12.3406");
    }

    @Test
    void decadesAreLabelledWithMinorTicksBetween() {
        List<AxisTick> ticks = AxisTick.of(Scale.log("").si("s"), 5e-8, 2e-4, 5);
        assertThat(ticks.stream().map(AxisTick::label).filter(l -> !l.isEmpty())).containsExactly("100" + T + "ns",
                "1" + T + "µs", "10" + T + "µs", "100" + T + "µs");
        assertThat(ticks).hasSizeGreaterThan(30);
    }

    @Test
    void labelsAreDistinctAndInside() {
        Random random = new Random(11);
        for (int i = 0; i < 2000; i++) {
            double low = random.nextGaussian() * Math.pow(10, random.nextInt(12) - 3);
            double span = Math.pow(10, random.nextInt(10) - 4) * (1 + random.nextDouble());
            if (span < Math.abs(low) * 1e-6) {
                continue;
            }
            Scale scale = random.nextBoolean() ? Scale.linear("") : Scale.linear("").si("");
            List<AxisTick> ticks = AxisTick.of(scale, low, low + span, 6);
            assertThat(ticks).hasSizeBetween(2, 8)
                    .allSatisfy(t -> assertThat(t.value()).isBetween(low - span * 1e-6, low + span * (1 + 1e-6)));
            assertThat(ticks.stream().map(AxisTick::label)).doesNotHaveDuplicates();
        }
    }

    @Test
    void veryLargeAndSmallNumbersAreShort() {
        assertThat(labels(Scale.log(""), 1e-9, 1e-6, 3)).contains("1e-9", "1e-8", "1e-7", "1e-6");
        assertThat(labels(Scale.linear(""), 0, 3e12, 3)).containsExactly("0", "1e12", "2e12", "3e12");
    }

    @Test
    void manyRowsHaveFewNames() {
        List<String> names = java.util.stream.IntStream.range(0, 1000).mapToObj(i -> "rank " + i).toList();
        assertThat(AxisTick.of(Scale.names("", names), -0.5, 999.5, 40)).hasSizeLessThanOrEqualTo(40);
    }

    private static List<String> labels(Scale scale, double low, double high, int most) {
        return AxisTick.of(scale, low, high, most).stream().map(AxisTick::label).toList();
    }
}
