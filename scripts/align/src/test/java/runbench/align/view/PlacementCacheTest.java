package runbench.align.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import runbench.align.view.RankReading.PlacementCache;

class PlacementCacheTest {
    @Test
    void bothEndsOfPeriodsArePlacedOnce() {
        AtomicInteger asked = new AtomicInteger();
        PlacementCache placed = new PlacementCache(wall -> {
            asked.incrementAndGet();
            return 2.0 * wall;
        });
        for (long end = 10; end <= 1000; end += 10) {
            for (int reader = 0; reader < 3; reader++) {
                assertThat(placed.applyAsDouble(end)).isEqualTo(2.0 * end);
                assertThat(placed.applyAsDouble(end - 10)).isEqualTo(2.0 * (end - 10));
            }
        }
        assertThat(asked).hasValue(101);
        assertThat(placed.applyAsDouble(10)).isEqualTo(20);
    }
}
