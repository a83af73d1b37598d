package runbench.pas2p.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import runbench.pas2p.trace.EventContent;

class RepeatedEventsTest {
    /**
     * Returns the events of setup, a loop that ends at a time limit, and other work. Each has 100 different events, but
     * the loop's events are all equal.
     */
    private static long[] run(int loops) {
        return LongStream
                .concat(LongStream.concat(LongStream.rangeClosed(1, 100), LongStream.range(0, loops).map(i -> 7_000)),
                        LongStream.rangeClosed(201, 300))
                .toArray();
    }

    @Test
    void equalRunsHaveNoDifferingStretches() {
        assertThat(RepeatedEvents.differingStretches(run(50), List.of(run(50), run(50)))).isEmpty();
    }

    @Test
    void timeLimitedLoopIsExcludedUpToTheFollowingEvents() {
        for (int loops : new int[]{0, 49, 51, 5_000}) {
            List<RepeatedEvents.Stretch> apart = RepeatedEvents.differingStretches(run(50), List.of(run(loops)));
            assertThat(apart).hasSize(1);
            RepeatedEvents.Stretch stretch = apart.get(0);
            assertThat(stretch.from()[0]).isEqualTo(100 + Math.min(50, loops));
            assertThat(stretch.to()).as("%d loops", loops)
                    .containsExactly(150 + EventContent.EVENTS, 100 + loops + EventContent.EVENTS);
            assertThat(firstAt(run(80), stretch.from()[0], stretch.hash())).isEqualTo(180 + EventContent.EVENTS);
        }
    }

    @Test
    void stretchesOfSeveralRunsAreUnited() {
        List<RepeatedEvents.Stretch> apart = RepeatedEvents.differingStretches(run(50),
                List.of(run(50), run(20), run(70)));
        assertThat(apart).hasSize(1);
        assertThat(apart.get(0).from()).containsExactly(120, 120, 120, 120);
        assertThat(apart.get(0).to()).containsExactly(166, 166, 136, 186);
    }

    @Test
    void contentThatOccurredInTheStretchDoesNotEndIt() {
        // The events after the loop also occur before it, one more time or not at all: the first difference identifies
        // them.
        long[] once = LongStream
                .concat(LongStream.concat(LongStream.range(0, 30).map(i -> 7_000), LongStream.rangeClosed(1, 40)),
                        LongStream.rangeClosed(201, 240))
                .toArray();
        long[] twice = LongStream.concat(
                LongStream.concat(LongStream.range(0, 30).map(i -> 7_000),
                        LongStream.concat(LongStream.rangeClosed(1, 40), LongStream.rangeClosed(1, 40))),
                LongStream.rangeClosed(201, 240)).toArray();
        RepeatedEvents.Stretch stretch = RepeatedEvents.differingStretches(once, List.of(twice)).get(0);
        assertThat(stretch.to()).containsExactly(70 + EventContent.EVENTS, 110 + EventContent.EVENTS);
    }

    @Test
    void runsThatDoNotMeetAgainDifferUpToTheEnd() {
        long[] other = LongStream.concat(LongStream.rangeClosed(1, 100), LongStream.range(9_000, 9_400)).toArray();
        assertThat(RepeatedEvents.differingStretches(run(5), List.of(other))).singleElement().satisfies(s -> {
            assertThat(s.open()).isTrue();
            assertThat(s.from()).containsExactly(100, 100);
        });
    }

    private static int firstAt(long[] words, int from, long hash) {
        EventContent content = new EventContent(null);
        for (int k = 0; k < words.length; k++) {
            content.add(words[k]);
            if (k >= from && content.hash() == hash) {
                return k + 1;
            }
        }
        return -1;
    }
}
