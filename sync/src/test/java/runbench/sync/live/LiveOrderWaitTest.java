package runbench.sync.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;
import runbench.sync.live.LiveOrder.Arrival;

/** How long events wait for a node, with scripted arrivals. All times are ns of the reference. */
class LiveOrderWaitTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;
    private static final long HOLD = 2 * SECOND;
    private static final long MIN_PATIENCE = NodeLateness.MIN_PATIENCE_NANOS;
    /** Bound of the clock error of node b. */
    private static final long BOUND = 50_000;
    private static final LogType TYPE = new LogType("t", LogKind.MESSAGE, null);

    private final LiveOrder order = new LiveOrder(HOLD);
    private long now = 100 * SECOND;

    private static Arrival event(String node, long at, LogWhat what, long id) {
        return new Arrival(node, 1, 1, at, at, TYPE, what, id, "");
    }

    private static List<String> shown(List<LiveEvent> events) {
        return events.stream().map(e -> e.node() + e.id() + (e.late() ? " late" : "")).toList();
    }

    private List<LiveEvent> turns(long duration, String... reporting) {
        List<LiveEvent> out = new ArrayList<>();
        for (long until = now + duration; now < until;) {
            now += MS;
            for (String node : reporting) {
                order.frontier(node, now);
            }
            out.addAll(order.emit(now));
        }
        return out;
    }

    /** Shows one event of a node. */
    private void show(String node) {
        order.arrived(event(node, now, LogWhat.POINT, 99));
        assertThat(turns(MS, "a", "b")).hasSize(1);
    }

    /** Two nodes that have reported for so long that the waits at the start of the log are over. */
    private void settle() {
        order.timeline("a", Timeline.IDENTITY);
        order.timeline("b", (stamp, out) -> out.set(stamp, 10, -BOUND, BOUND, How.PREDICTED));
        turns(60 * SECOND, "a", "b");
    }

    @Test
    void aNodeWithASlowLinkDelaysEventsAndMakesNoneLate() {
        settle();
        long lag = 700 * MS;
        List<LiveEvent> out = new ArrayList<>();
        for (int i = 1; i <= 500; i++) {
            now += MS;
            order.arrived(event("a", now, LogWhat.POINT, 2L * i));
            order.frontier("a", now);
            order.arrived(event("b", now - lag + 10, LogWhat.POINT, 2L * i + 1));
            order.frontier("b", now - lag + 10);
            out.addAll(order.emit(now));
        }
        out.addAll(order.emitAll());
        assertThat(out).hasSize(1000).noneMatch(LiveEvent::late);
        assertThat(out).isSortedAccordingTo(LiveOrder.ORDER);
    }

    @Test
    void aReceiveWhoseSendIsLateIsShownAfterItEvenIfAllClocksHavePassedIt() {
        settle();
        long received = now + 10;
        order.arrived(event("a", received, LogWhat.RECEIVE, 7));
        order.frontier("a", received + 1000);
        order.frontier("b", received + BOUND - 1000);
        now = received + BOUND;
        assertThat(order.emit(now)).as("the send may be stamped later, as the clocks are wrong").isEmpty();
        order.arrived(event("b", received + BOUND - 500, LogWhat.SEND, 7));
        order.frontier("b", received + 2 * BOUND);
        order.frontier("a", received + 2 * BOUND);
        List<LiveEvent> out = order.emit(now + BOUND);
        assertThat(out).extracting(LiveEvent::what).containsExactly(LogWhat.SEND, LogWhat.RECEIVE);
        assertThat(order.counts().outOfOrder()).isZero();
    }

    @Test
    void aReceiveWhoseSendWasLostWaitsOnlyUntilAllNodesHavePassedItForCertain() {
        settle();
        long received = now;
        order.arrived(event("a", received, LogWhat.RECEIVE, 7));
        order.arrived(event("a", received + 10, LogWhat.POINT, 8));
        order.frontier("a", received + MS);
        order.frontier("b", received + BOUND - 1);
        assertThat(order.emit(received + MS)).isEmpty();
        order.frontier("b", received + BOUND + 1);
        assertThat(shown(order.emit(received + 2 * MS))).containsExactly("a7", "a8");
        assertThat(order.counts().unmatched()).isEqualTo(1);
        assertThat(order.counts().isExact()).isTrue();
    }

    @Test
    void aKilledNodeDelaysEventsOnceAndThenNoMore() {
        settle();
        long killed = now;
        order.arrived(event("a", now + 10, LogWhat.RECEIVE, 1));
        assertThat(turns(MIN_PATIENCE, "a")).as("b may still report the send").isEmpty();
        assertThat(shown(turns(2 * MS, "a"))).containsExactly("a1");
        assertThat(order.isSilent("b", now)).isTrue();
        for (long id = 2; id < 100; id++) {
            order.arrived(event("a", now + 10, LogWhat.POINT, id));
            assertThat(shown(turns(MS, "a"))).as("no further wait").containsExactly("a" + id);
        }
        order.arrived(event("b", killed + 20, LogWhat.SEND, 1));
        order.frontier("b", now);
        assertThat(shown(order.emit(now))).as("a node that comes back").containsExactly("b1 late");
        assertThat(order.counts().outOfOrder()).isEqualTo(1);
        assertThat(order.isSilent("b", now)).isFalse();
    }

    @Test
    void theWaitForASilentNodeAdaptsToItsUsualSilences() {
        settle();
        for (int i = 0; i < 5; i++) {
            turns(200 * MS, "a");
            turns(MS, "a", "b");
        }
        order.arrived(event("a", now + 10, LogWhat.POINT, 1));
        assertThat(turns(600 * MS, "a")).isEmpty();
        assertThat(shown(turns(300 * MS, "a"))).containsExactly("a1");
        turns(120 * SECOND, "a", "b");
        order.arrived(event("a", now + 10, LogWhat.POINT, 2));
        assertThat(shown(turns(MIN_PATIENCE + 2 * MS, "a"))).as("the silences are long ago").containsExactly("a2");
    }

    @Test
    void eventsBehindTheirNodesReportsMakeLaterEventsWaitAsLong() {
        settle();
        show("a");
        order.arrived(event("b", now - 5 * MS, LogWhat.POINT, 1));
        assertThat(shown(turns(2 * MS, "a", "b"))).containsExactly("b1 late");
        assertThat(order.marginNanos("b", now)).isBetween(9 * MS, 10 * MS);
        order.arrived(event("a", now, LogWhat.POINT, 2));
        long stamped = now;
        List<LiveEvent> out = turns(5 * MS, "a", "b");
        order.arrived(event("b", stamped - MS, LogWhat.POINT, 3));
        out.addAll(turns(10 * MS, "a", "b"));
        assertThat(shown(out)).as("the second late event of b is in its place").containsExactly("b3", "a2");
        turns(200 * SECOND, "a", "b");
        assertThat(order.marginNanos("b", now)).isLessThan(100);
        assertThat(order.marginNanos("a", now)).isZero();
    }

    @Test
    void aClockThatJumpsBackMakesNoEventWait() {
        settle();
        show("a");
        order.arrived(event("b", now - 3600 * SECOND, LogWhat.POINT, 1));
        assertThat(shown(turns(2 * MS, "a", "b"))).containsExactly("b1 late");
        assertThat(order.marginNanos("b", now)).isZero();
        order.arrived(event("a", now, LogWhat.POINT, 2));
        assertThat(shown(turns(2 * MS, "a", "b"))).containsExactly("a2");
    }

    @Test
    void aClockThatJumpsForwardDelaysNoOtherNode() {
        settle();
        order.arrived(event("b", now + 3600 * SECOND, LogWhat.POINT, 1));
        order.arrived(event("a", now, LogWhat.POINT, 2));
        assertThat(shown(turns(2 * MS, "a", "b"))).containsExactly("a2");
        assertThat(shown(turns(2 * MIN_PATIENCE + 2 * MS, "a", "b"))).containsExactly("b1 late");
        order.arrived(event("a", now, LogWhat.POINT, 3));
        assertThat(shown(turns(2 * MS, "a", "b"))).containsExactly("a3");
    }

    @Test
    void aPauseOfTheReceiverIsNoSilenceOfTheNodes() {
        settle();
        now += HOLD / 2;
        order.paused(HOLD / 2);
        order.arrived(event("a", now - MS, LogWhat.POINT, 2));
        order.frontier("a", now);
        assertThat(order.emit(now)).as("b's reports are still in its pipe").isEmpty();
        order.arrived(event("b", now - 2 * MS, LogWhat.POINT, 1));
        order.frontier("b", now);
        assertThat(shown(order.emit(now))).containsExactly("b1", "a2");
    }

    @Test
    void atTheStartEventsWaitForTheFirstReportOfEachNode() {
        order.timeline("a", Timeline.IDENTITY);
        order.timeline("b", Timeline.IDENTITY);
        turns(60 * SECOND);
        order.arrived(event("a", now, LogWhat.POINT, 2));
        long stamped = now;
        assertThat(turns(HOLD / 2, "a")).isEmpty();
        order.arrived(event("b", stamped - MS, LogWhat.POINT, 1));
        assertThat(shown(turns(MS, "a", "b"))).containsExactly("b1", "a2");
    }
}
