package runbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import runbench.base.stats.Statistics.MedianInterval;

class MedianIntervalTest {
    /** Whatever the distribution: here one with a long tail, whose median is 1. */
    @Test
    void holdsTheMedianAsOftenAsItSays() {
        SplittableRandom random = new SplittableRandom(5);
        int held = 0;
        double confidence = 0;
        for (int i = 0; i < 5000; i++) {
            MedianInterval m = MedianInterval.of(random.doubles(10).map(u -> Math.pow(u / (1 - u), 2)).toArray());
            held += m.interval().contains(1) ? 1 : 0;
            confidence = m.confidence();
        }
        assertThat(confidence).isBetween(0.95, 0.99);
        assertThat(held / 5000.0).isBetween(confidence - 0.01, confidence + 0.01);
    }

    @Test
    void fewValuesPromiseLittle() {
        MedianInterval one = MedianInterval.of(new double[]{4});
        assertThat(one.median()).isEqualTo(4);
        assertThat(one.confidence()).isZero();
        MedianInterval three = MedianInterval.of(new double[]{3, 1, 2});
        assertThat(three.median()).isEqualTo(2);
        assertThat(three.interval().low()).isEqualTo(1);
        assertThat(three.interval().high()).isEqualTo(3);
        assertThat(three.confidence()).isEqualTo(0.75);
    }
}
