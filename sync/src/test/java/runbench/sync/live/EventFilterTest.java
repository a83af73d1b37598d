package runbench.sync.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogType.LogWhat;

class EventFilterTest {
    private static boolean shows(String... words) {
        LiveEvent e = new LiveEvent(1, "node-a", 1, 1, 0, 0, new LogType("stdout", null, null), LogWhat.SEND, 42,
                "Iteration 7 done", new ReferenceTime(0, 0, 0, 0, ReferenceTime.How.IDENTITY), 0, false);
        return EventFilter.parse(List.of(words)).matches(e);
    }

    @Test
    void matchesNamedEvents() {
        assertThat(shows()).isTrue();
        assertThat(shows("type=stderr,stdout", "node=node-a")).isTrue();
        assertThat(shows("type=std*", "node=*a", "text=iteration")).isTrue();
        assertThat(shows("text=42")).isTrue();
        assertThat(shows("type=stderr")).isFalse();
        assertThat(shows("type=stdout", "node=b")).isFalse();
        assertThat(shows("text=8 done")).isFalse();
        assertThat(shows("type=s(d*")).isFalse();
    }

    @Test
    void excludesWhatFollowsAnExclamationMark() {
        assertThat(shows("type=!stderr")).isTrue();
        assertThat(shows("type=!stdout")).isFalse();
        assertThat(shows("type=!std*")).isFalse();
        assertThat(shows("type=std*,!stderr")).isTrue();
        assertThat(shows("type=!stderr,other")).isFalse();
        assertThat(shows("node=!node-b", "type=stdout")).isTrue();
        assertThat(shows("text=!iteration")).isFalse();
        assertThat(shows("text=!42")).isFalse();
        assertThat(shows("text=!8 done")).isTrue();
        assertThatThrownBy(() -> EventFilter.parse(List.of("type=a,!"))).isInstanceOf(RunbenchException.class);
    }

    @Test
    void manyStarsInANameDoNotHang() {
        LiveEvent e = new LiveEvent(1, "n", 1, 1, 0, 0, new LogType("a".repeat(984), null, null), LogWhat.SEND, 42, "",
                new ReferenceTime(0, 0, 0, 0, ReferenceTime.How.IDENTITY), 0, false);
        EventFilter filter = EventFilter.parse(List.of("type=" + "*a".repeat(40) + "b"));
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> assertThat(filter.matches(e)).isFalse());
    }

    @Test
    void wordsParseToTheSameFilter() {
        EventFilter filter = EventFilter.parse(List.of("type=a, b", "node=n*", "text=x=y"));
        assertThat(filter).isEqualTo(new EventFilter(List.of("a", "b"), List.of("n*"), "x=y"));
        assertThat(EventFilter.parse(filter.words())).isEqualTo(filter);
        assertThat(EventFilter.ALL.isAll()).isTrue();
    }

    @Test
    void rejectsOtherWordsWithARemedy() {
        for (String wrong : List.of("stdout", "types=stdout", "type=a,,b", "=x", "colour=red")) {
            assertThatThrownBy(() -> EventFilter.parse(List.of(wrong))).as(wrong)
                    .isInstanceOfSatisfying(RunbenchException.class, e -> {
                        assertThat(e).hasMessageStartingWith("filter: ");
                        assertThat(e.remedy()).isPresent();
                    });
        }
        assertThatThrownBy(() -> EventFilter.parse(List.of("text=a", "text=b"))).isInstanceOf(RunbenchException.class);
    }
}
