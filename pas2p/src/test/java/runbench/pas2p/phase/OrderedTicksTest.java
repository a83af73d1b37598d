package runbench.pas2p.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OrderedTicksTest {
    private static final int LOCATIONS = 3;

    /** Small steps, long ones, and steps back: a receive belongs to the tick after its send, however early that was. */
    @Test
    void returnsTheTicksThatWereAdded() {
        SplittableRandom random = new SplittableRandom(4);
        int[][] added = new int[LOCATIONS][100_000];
        OrderedTicks ticks = new OrderedTicks(LOCATIONS + 1);
        int[] tick = new int[LOCATIONS];
        for (int i = 0; i < added[0].length; i++) {
            for (int l = 0; l < LOCATIONS; l++) {
                tick[l] = random.nextInt(100) == 0 ? random.nextInt(1 << 30)
                        : Math.max(0, tick[l] + random.nextInt(-1, 5));
                added[l][i] = tick[l];
                ticks.add(l, tick[l]);
            }
        }
        for (int l = 0; l < LOCATIONS; l++) {
            OrderedTicks.Reader reader = ticks.reader(l);
            int[] read = new int[added[l].length];
            for (int i = 0; i < read.length; i++) {
                assertThat(reader.hasNext()).isTrue();
                read[i] = reader.next();
            }
            assertThat(reader.hasNext()).isFalse();
            assertThat(read).isEqualTo(added[l]);
        }
        assertThat(ticks.reader(LOCATIONS).hasNext()).isFalse();
    }
}
