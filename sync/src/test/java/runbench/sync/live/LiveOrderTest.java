package runbench.sync.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static runbench.sync.live.SimulatedNodes.MS;
import static runbench.sync.live.SimulatedNodes.US;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;
import runbench.sync.live.LiveOrder.Arrival;
import runbench.sync.live.LiveOrder.OrderCounts;
import runbench.sync.live.SimulatedNodes.Conditions;

@Tag("scenario")
@Tag("beside")
class LiveOrderTest {
    private static final long HOLD = 50 * MS;
    private static final long DURATION = 500 * MS;
    private static final LogType TYPE = new LogType("t", LogKind.MESSAGE, null);

    /** Tests the live order under disturbed links and its limits. */
    private enum Scenario {
        QUIET(new Conditions(4, 1, 100 * US, 0, 0, 100 * US, 0, 0, -1, -1, 0), 0, 0),
        CLOCKS_OFF_BY_MORE_THAN_A_HOP(new Conditions(4, 2, 100 * US, 30 * US, 0, 2 * MS, 0, 0, -1, -1, 0), 0, 70 * US),
        MANY_NODES(new Conditions(24, 1, 60 * US, 10 * US, 0, 5 * MS, 0, 0, -1, -1, 0), 0, 30 * US),
        LINKS_OF_VERY_DIFFERENT_DELAYS(new Conditions(6, 2, 100 * US, 10 * US, 0, 30 * MS, 0, 0, -1, -1, 0), 0,
                30 * US),
        THREADS_STORE_LATE(new Conditions(4, 4, 100 * US, 10 * US, 3 * MS, MS, 0, 0, -1, -1, 0), 0.6, 30 * US),
        A_NODE_FALLS_SILENT(new Conditions(4, 2, 100 * US, 10 * US, 0, MS, 0, 0, 200 * MS, 400 * MS, 0), 0.15, 30 * US),
        RECEIVES_WITHOUT_SENDS(new Conditions(4, 2, 100 * US, 10 * US, 0, MS, 0.2, 0, -1, -1, 0), 0, 30 * US),
        IDS_SENT_TWICE(new Conditions(4, 2, 100 * US, 10 * US, 0, MS, 0, 0.2, -1, -1, 0), 0, 30 * US),
        A_MODEL_MOVES_BACK(new Conditions(4, 2, 100 * US, 10 * US, 0, 5 * MS, 0, 0, -1, -1, -2 * MS), 0.05, 4 * MS),
        A_MODEL_MOVES_FORWARD(new Conditions(4, 2, 100 * US, 10 * US, 0, 5 * MS, 0, 0, -1, -1, 2 * MS), 0,
                2 * MS + 70 * US);

        private final Conditions conditions;
        private final double mostLate;
        private final long mostShift;

        Scenario(Conditions conditions, double mostLate, long mostShift) {
            this.conditions = conditions;
            this.mostLate = mostLate;
            this.mostShift = mostShift;
        }
    }

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void losesNothingAndEmitsNoReceiveBeforeItsSend(Scenario s) {
        for (long seed = 1; seed <= 3; seed++) {
            SimulatedNodes nodes = new SimulatedNodes(s.conditions, seed, DURATION);
            LiveOrder order = new LiveOrder(HOLD);
            List<Integer> held = new ArrayList<>();
            List<LiveEvent> out = nodes.run(order, seed, held);
            assertThat(out.stream().map(LiveOrderTest::arrival).collect(Collectors.toSet())).as("%s, seed %d", s, seed)
                    .isEqualTo(nodes.truth.keySet());
            assertThat(out).hasSize(nodes.events());
            assertThat(out.get(out.size() - 1).number()).isEqualTo(out.size());
            assertLateExactlyIfOutOfOrder(out);
            boolean silent = s.conditions.silentFrom() >= 0;
            boolean stores = s.conditions.storeNanos() > 0;
            assertThat(receivesBeforeSends(out)).as("%s, seed %d", s, seed).isZero();
            OrderCounts counts = order.counts();
            assertThat(counts.late()).as("%s, seed %d, of %d", s, seed, counts.emitted())
                    .isLessThanOrEqualTo((long) (s.mostLate * counts.emitted()));
            assertThat(counts.largestShiftNs()).as("%s, seed %d", s, seed)
                    .isLessThanOrEqualTo(s.mostShift + (silent || stores ? DURATION : 0));
            assertThat(order.held()).isZero();
            // Twice the bound by hold, flush and delay of a link; no bound if a link hangs.
            long mean = nodes.events() * (2 * HOLD) / DURATION;
            assertThat(held.stream().mapToInt(Integer::intValue).max().orElse(0))
                    .isLessThanOrEqualTo((int) (silent ? nodes.events() : 2 * mean + 50));
        }
    }

    @ParameterizedTest
    @EnumSource(value = Scenario.class, names = {"QUIET", "CLOCKS_OFF_BY_MORE_THAN_A_HOP", "MANY_NODES",
            "LINKS_OF_VERY_DIFFERENT_DELAYS", "IDS_SENT_TWICE"})
    void orderDoesNotDependOnArrival(Scenario s) {
        SimulatedNodes nodes = new SimulatedNodes(s.conditions, 3, DURATION);
        List<LiveEvent> once = nodes.run(new LiveOrder(HOLD), 1, new ArrayList<>());
        for (long links = 2; links <= 5; links++) {
            List<LiveEvent> repeated = nodes.run(new LiveOrder(HOLD), links, new ArrayList<>());
            assertThat(repeated).as("%s, links %d", s, links).isEqualTo(once);
        }
    }

    private static Arrival arrival(LiveEvent e) {
        return new Arrival(e.node(), e.pid(), e.tid(), e.clockNanos(), e.wallNanos(), e.type(), e.what(), e.id(),
                e.comment());
    }

    private static void assertLateExactlyIfOutOfOrder(List<LiveEvent> out) {
        LiveEvent furthest = null;
        for (LiveEvent e : out) {
            boolean behind = furthest != null && LiveOrder.ORDER.compare(e, furthest) < 0;
            if (e.late() != behind) {
                throw new AssertionError(e + " behind " + furthest);
            }
            furthest = behind ? furthest : e;
        }
    }

    /**
     * Receives whose send was logged once and arrived within the hold. Shifted events of one clock may have equal
     * times.
     */
    private static long receivesBeforeSends(List<LiveEvent> out) {
        Map<Long, Long> times = out.stream()
                .filter(e -> e.what() == LogWhat.SEND)
                .collect(Collectors.groupingBy(LiveEvent::id, Collectors.counting()));
        Set<Long> lateSends = out.stream()
                .filter(e -> e.what() == LogWhat.SEND && e.late())
                .map(LiveEvent::id)
                .collect(Collectors.toSet());
        Map<Long, LiveEvent> sent = new HashMap<>();
        long wrong = 0;
        for (LiveEvent e : out) {
            if (e.what() == LogWhat.SEND) {
                sent.put(e.id(), e);
            } else if (e.what() == LogWhat.RECEIVE && times.getOrDefault(e.id(), 0L) == 1) {
                wrong += sent.containsKey(e.id()) && sent.get(e.id()).shownNanos() < e.shownNanos()
                        + (sent.get(e.id()).node().equals(e.node()) ? 1 : 0) || lateSends.contains(e.id()) ? 0 : 1;
            }
        }
        return wrong;
    }

    private static Arrival at(String node, long clock, LogWhat what, long id) {
        return new Arrival(node, 1, 1, clock, clock, TYPE, what, id, "");
    }

    private static LiveOrder two() {
        LiveOrder order = new LiveOrder(1000);
        order.timeline("a", Timeline.IDENTITY);
        order.timeline("b", (stamp, out) -> out.set(stamp, 10, -50, 50, How.PREDICTED));
        return order;
    }

    private static List<String> shown(List<LiveEvent> events) {
        return events.stream()
                .map(e -> e.node() + " " + e.what().word() + " " + e.shownNanos() + (e.late() ? " late" : ""))
                .toList();
    }

    @Test
    void eventIsFinalWhenEveryNodeHasPassedIt() {
        LiveOrder order = two();
        order.arrived(at("a", 100, LogWhat.POINT, 0));
        order.frontier("a", 200);
        order.frontier("b", 99);
        assertThat(order.emit(300)).isEmpty();
        order.frontier("b", 100);
        assertThat(shown(order.emit(300))).containsExactly("a point 100");
        order.arrived(at("a", 110, LogWhat.POINT, 0));
        assertThat(order.emit(1100)).isEmpty();
        assertThat(shown(order.emit(1111))).containsExactly("a point 110");
        order.arrived(at("b", 105, LogWhat.POINT, 0));
        assertThat(shown(order.emit(1112))).containsExactly("b point 105 late");
    }

    @Test
    void receiveWaitsForItsSendAndLaterEventsFollow() {
        LiveOrder order = two();
        order.arrived(at("b", 100, LogWhat.RECEIVE, 7));
        order.arrived(at("b", 110, LogWhat.POINT, 0));
        order.arrived(at("b", 300, LogWhat.POINT, 0));
        order.frontier("a", 120);
        order.frontier("b", 400);
        assertThat(order.emit(400)).isEmpty();
        order.arrived(at("a", 130, LogWhat.SEND, 7));
        order.frontier("a", 400);
        List<LiveEvent> out = order.emit(410);
        assertThat(shown(out)).containsExactly("a send 130", "b receive 131", "b point 140", "b point 328");
        assertThat(out).extracting(LiveEvent::shiftNanos).containsExactly(0L, 31L, 30L, 28L);
        order.arrived(at("a", 500, LogWhat.RECEIVE, 8));
        order.frontier("a", 1000);
        order.frontier("b", 549);
        assertThat(order.emit(1100)).as("b may still send: its clock is up to 50 ns ahead").isEmpty();
        order.frontier("b", 1000);
        assertThat(shown(order.emit(1101))).containsExactly("a receive 500");
        assertThat(order.counts().unmatched()).isEqualTo(1);
        assertThat(order.counts().isExact()).as("the send may never come").isTrue();
        order.arrived(at("b", 490, LogWhat.SEND, 8));
        assertThat(shown(order.emit(1600))).containsExactly("b send 516");
        assertThat(order.counts().outOfOrder()).isEqualTo(1);
        assertThat(order.counts().isExact()).isFalse();
    }

    @Test
    void resolvesACircleAtItsBegin() {
        LiveOrder order = two();
        order.arrived(at("a", 100, LogWhat.RECEIVE, 2));
        order.arrived(at("a", 200, LogWhat.SEND, 1));
        order.arrived(at("b", 110, LogWhat.RECEIVE, 1));
        order.arrived(at("b", 210, LogWhat.SEND, 2));
        order.frontier("a", 400);
        order.frontier("b", 400);
        assertThat(shown(order.emit(400))).containsExactly("a receive 100", "a send 200", "b receive 201",
                "b send 260");
        assertThat(order.counts().circles()).isEqualTo(1);
    }

    @Test
    void futureStampDelaysAndFlagsNoOtherEvent() {
        LiveOrder order = two();
        order.emit(10);
        order.arrived(at("a", 1_000_000_000, LogWhat.POINT, 0));
        order.arrived(at("b", 20, LogWhat.POINT, 0));
        assertThat(shown(order.emit(1100))).containsExactly("b point 20");
        assertThat(shown(order.emit(2100))).containsExactly("a point 1000000000 late");
        order.arrived(at("b", 2200, LogWhat.POINT, 0));
        assertThat(shown(order.emit(3300))).containsExactly("b point 2200");
        assertThat(order.held()).isZero();
    }

    @Test
    void restartedReceiverContinuesAfterExistingEvents() {
        LiveOrder before = two();
        before.arrived(at("a", 100, LogWhat.SEND, 7));
        before.arrived(at("b", 300, LogWhat.POINT, 0));
        List<LiveEvent> emitted = before.emitAll();
        LiveOrder order = two();
        emitted.forEach(order::resume);
        order.arrived(at("a", 200, LogWhat.POINT, 0));
        order.arrived(at("b", 310, LogWhat.RECEIVE, 7));
        List<LiveEvent> out = order.emitAll();
        assertThat(shown(out)).containsExactly("a point 200 late", "b receive 310");
        assertThat(out).extracting(LiveEvent::number).containsExactly(3L, 4L);
    }

    @Test
    void rejectsANodeWithoutATimeline() {
        LiveOrder order = new LiveOrder(1000);
        assertThatThrownBy(() -> order.arrived(at("x", 1, LogWhat.POINT, 0))).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("x");
    }

    @Test
    void forgetsOldSends() {
        LiveOrder order = two();
        Set<Long> numbers = new HashSet<>();
        int all = SentMessages.MAX_EMITTED_SENDS + 10;
        for (int i = 1; i <= all; i++) {
            order.arrived(at("a", i, LogWhat.SEND, i));
            order.emit(i + 2000).forEach(e -> numbers.add(e.number()));
        }
        order.arrived(at("b", all + 1, LogWhat.RECEIVE, 1));
        order.arrived(at("b", all + 2, LogWhat.RECEIVE, all));
        order.emitAll().forEach(e -> numbers.add(e.number()));
        assertThat(numbers).hasSize(all + 2);
        assertThat(order.counts().unmatched()).isEqualTo(1);
    }
}
