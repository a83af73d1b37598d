package runbench.sync.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.ReferenceTime;
import runbench.sync.eventlog.LogDetails;
import runbench.sync.eventlog.LogDetails.LogSeverity;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;

class EventFilterTest {
    private static final long ORIGIN = 1_000_000_000_000L;

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

    private static LiveEvent event(long millis, LogSeverity severity, String comment) {
        return new LiveEvent(millis + 1, "n", 1, 1, 0, 0, new LogType("step", LogKind.POINT, null), LogWhat.POINT, 0,
                comment, new ReferenceTime(ORIGIN + millis * 1_000_000, 0, 0, 0, ReferenceTime.How.IDENTITY), 0, false,
                new LogDetails(severity, 0, null, Map.of("host", "db-7", "n", 12L), false));
    }

    @Test
    void severityIsALowerBound() {
        EventFilter filter = EventFilter.parse(List.of("severity=Warning"));
        assertThat(filter.matches(event(0, LogSeverity.ERROR, ""))).isTrue();
        assertThat(filter.matches(event(0, LogSeverity.WARNING, ""))).isTrue();
        assertThat(filter.matches(event(0, LogSeverity.INFO, ""))).isFalse();
        assertThat(filter.matches(event(0, null, ""))).isFalse();
        assertThat(filter.isAll()).isFalse();
    }

    @Test
    void textIsFoundInFields() {
        assertThat(EventFilter.parse(List.of("text=DB-7")).matches(event(0, null, ""))).isTrue();
        assertThat(EventFilter.parse(List.of("text=!12")).matches(event(0, null, ""))).isFalse();
    }

    /** Returns the times of the selected ones of 100 events, one each 10 ms; those at 200 and 700 ms are errors. */
    private static List<Long> selected(String... words) throws IOException {
        List<Long> times = new ArrayList<>();
        FilterPass<Long> selection = new FilterPass<>(EventFilter.parse(List.of(words)), () -> OptionalLong.of(ORIGIN));
        for (long millis = 0; millis < 1000; millis += 10) {
            selection.add(event(millis, millis == 200 || millis == 700 ? LogSeverity.ERROR : null, "x"), millis,
                    times::add);
        }
        return times;
    }

    @Test
    void timeIsRelativeToTheFirstEvent() throws IOException {
        assertThat(selected("time=20ms..0.05")).containsExactly(20L, 30L, 40L, 50L);
        assertThat(selected("time=970ms..")).containsExactly(970L, 980L, 990L);
        assertThat(selected("time=..10 ms")).containsExactly(0L, 10L);
        assertThat(selected("time=2s..3s")).isEmpty();
    }

    @Test
    void eventsAroundAMatchAreSelectedInOrder() throws IOException {
        assertThat(selected("severity=error", "around=20ms")).containsExactly(180L, 190L, 200L, 210L, 220L, 680L, 690L,
                700L, 710L, 720L);
        assertThat(selected("severity=error", "around=20ms", "time=690ms..700ms")).containsExactly(690L, 700L);
        assertThat(selected("severity=error", "around=200ms")).hasSize(82).startsWith(0L).isSorted();
        assertThat(selected("around=20ms")).hasSize(100);
    }

    @Test
    void aReaderThatContinuesNeedsTheHeldEvents() throws IOException {
        FilterPass<Long> selection = new FilterPass<>(EventFilter.parse(List.of("severity=error", "around=20ms")),
                OptionalLong::empty);
        assertThat(selection.firstHeld(7)).isEqualTo(7);
        for (long millis = 0; millis < 50; millis += 10) {
            selection.add(event(millis, null, ""), millis, e -> {});
        }
        assertThat(selection.firstHeld(100)).isEqualTo(21);
    }

    @Test
    void wordsOfAllKindsParseToTheSameFilter() {
        EventFilter filter = EventFilter
                .parse(List.of("type=a", "severity=debug", "time=1.5s..2min", "around=500ms", "text=b"));
        assertThat(EventFilter.parse(filter.words())).isEqualTo(filter);
        for (String wrong : List.of("severity=fatal", "time=3s", "time=..", "time=3s..2s", "time=a..b", "around=x",
                "around=-1s", "time=-1s..2s")) {
            assertThatThrownBy(() -> EventFilter.parse(List.of(wrong))).as(wrong)
                    .isInstanceOfSatisfying(RunbenchException.class, e -> assertThat(e.remedy()).isPresent());
        }
        assertThatThrownBy(() -> EventFilter.parse(List.of("time=1s..", "time=2s..")))
                .isInstanceOf(RunbenchException.class);
    }
}
