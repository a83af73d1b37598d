package runbench.livelog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogType.LogWhat;
import runbench.sync.live.LiveOrder.Arrival;
import runbench.sync.live.EmittedLog;
import runbench.sync.live.LiveEvent;

/** The order of events from several nodes, by a clock that the test sets. */
class LiveFeedTest {
    private static final long HOLD = 50_000_000;
    private static final LogType TYPE = new LogType("step", LogKind.POINT, null);

    @TempDir
    private Path folder;
    private EmittedLog emitted;
    private LiveFeed feed;
    private long now = 1_000_000_000;
    private final List<String> steps = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        emitted = EmittedLog.append(folder.resolve(EmittedLog.NAME));
        feed = new LiveFeed(emitted, HOLD, failure -> { throw new AssertionError(failure); },
                (node, nanos) -> steps.add(node + " " + nanos), () -> now);
        feed.timeline("a", Timeline.IDENTITY);
        feed.timeline("b", Timeline.IDENTITY);
    }

    @AfterEach
    void close() throws IOException {
        feed.close();
        emitted.close();
    }

    private static Arrival event(String node, long nanos) {
        return new Arrival(node, 1, 1, nanos, nanos, TYPE, LogWhat.POINT, 0, "");
    }

    private List<Long> ready() {
        return feed.ready().stream().map(LiveEvent::clockNanos).toList();
    }

    @Test
    void eventsOfSeveralNodesAreEmittedInTheOrderOfTheirTimes() {
        feed.arrived(List.of(event("a", now - 300), event("a", now - 100)));
        feed.arrived(List.of(event("b", now - 200)));
        feed.frontier("a", now);
        feed.frontier("b", now);
        assertThat(ready()).containsExactly(now - 300, now - 200, now - 100);
        assertThat(feed.counts().isExact()).isTrue();
    }

    @Test
    void anEventWaitsForASilentNodeUntilTheHoldTimeIsOver() {
        long stamp = now;
        feed.arrived(List.of(event("a", stamp)));
        feed.frontier("a", stamp);
        assertThat(ready()).isEmpty();
        now += HOLD / 2;
        assertThat(ready()).isEmpty();
        now += HOLD;
        assertThat(ready()).containsExactly(stamp);
    }

    @Test
    void aDisconnectedNodeDelaysNoOtherAndItsEventsAreLate() {
        feed.arrived(List.of(event("a", now - 100)));
        feed.frontier("a", now);
        feed.ended("b");
        assertThat(ready()).containsExactly(now - 100);
        feed.arrived(List.of(event("b", now - 200)));
        now += 3 * HOLD;
        assertThat(ready()).containsExactly(now - 3 * HOLD - 200);
        assertThat(feed.counted("b")).isEqualTo(new LiveFeed.Counted(1, 1));
        assertThat(feed.counted("a")).isEqualTo(new LiveFeed.Counted(1, 0));
    }

    @Test
    void eventsThatWereEmittedBeforeARestartAreSkippedOnce() {
        feed.arrived(List.of(event("a", now - 100)));
        feed.frontier("a", now);
        feed.frontier("b", now);
        List<LiveEvent> before = feed.ready();
        LiveFeed resumed = new LiveFeed(emitted, HOLD, failure -> {}, (node, nanos) -> {}, () -> now);
        resumed.timeline("a", Timeline.IDENTITY);
        before.forEach(resumed::resume);
        resumed.arrived(List.of(event("a", now - 100), event("a", now - 50)));
        resumed.frontier("a", now);
        List<LiveEvent> after = resumed.ready();
        assertThat(after).extracting(LiveEvent::clockNanos).containsExactly(now - 50);
        assertThat(after.get(0).number()).isEqualTo(2);
        assertThat(resumed.counted("a").events()).isEqualTo(2);
    }

    @Test
    void aHeartbeatFromTheFutureIsAStepOfTheClock() {
        feed.frontier("b", now - 10);
        feed.frontier("b", now + 2_000_000_000L);
        assertThat(steps).containsExactly("b 2000000000");
    }
}
