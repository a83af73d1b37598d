package runbench.sync.live;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import runbench.base.timeline.ReferenceTime.How;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogType;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;
import runbench.sync.live.LiveOrder.Arrival;

/** Simulates nodes with known clocks, and links that deliver their logs later. All times are ns of true time. */
final class SimulatedNodes {
    static final long US = 1_000;
    static final long MS = 1_000_000;
    private static final LogType TOKEN = new LogType("token", LogKind.MESSAGE, null);
    private static final LogType WORK = new LogType("work", LogKind.POINT, null);

    /**
     * @param errorNanos what the clocks' models are wrong by, at most
     * @param storeNanos how long a thread may take from reading its clock to having the event in its file
     * @param delayNanos of the links, at most
     * @param unmatched share of receives whose send is not logged
     * @param repeatedIdShare share of sends whose id is used twice
     * @param silentFrom node 0 says nothing any more from here on; less than 0: never
     * @param silentUntil when the link of node 0 works again
     * @param resyncJump by how much node 1's model moves in the middle of it
     */
    record Conditions(int nodes, int threads, long gapNanos, long errorNanos, long storeNanos, long delayNanos,
            double unmatched, double repeatedIdShare, long silentFrom, long silentUntil, long resyncJump) {}

    /** A message to the receiver. */
    private record Delivery(long at, long order, Runnable what) {}

    private record Logged(Arrival event, long storedAt, int thread) {}

    private final Conditions c;
    private final Random random;
    private final long[] offset;
    private final long[] error;
    private final List<List<Logged>> logged = new ArrayList<>();
    private final List<Delivery> deliveries = new ArrayList<>();
    final Map<Arrival, Long> truth = new HashMap<>();
    final long duration;

    SimulatedNodes(Conditions c, long seed, long duration) {
        this.c = c;
        this.duration = duration;
        random = new Random(seed);
        offset = new long[c.nodes()];
        error = new long[c.nodes()];
        for (int n = 0; n < c.nodes(); n++) {
            offset[n] = n == 0 ? 0 : random.nextLong(-1_000_000_000L, 1_000_000_000L);
            error[n] = n == 0 || c.errorNanos() == 0 ? 0 : random.nextLong(-c.errorNanos(), c.errorNanos() + 1);
            logged.add(new ArrayList<>());
        }
        log();
    }

    private void log() {
        long id = 1;
        for (long t = MS; t < duration; t += 1 + random.nextLong(2 * c.gapNanos())) {
            int from = random.nextInt(c.nodes());
            if (random.nextInt(3) > 0) {
                add(from, t, LogWhat.POINT, 0);
                continue;
            }
            int to = random.nextInt(c.nodes());
            long received = t + 2 * US + random.nextLong(random.nextInt(10) == 0 ? 2 * MS : 20 * US);
            if (random.nextDouble() >= c.unmatched()) {
                add(from, t, LogWhat.SEND, id);
            }
            if (random.nextDouble() < c.repeatedIdShare()) {
                add(from, t + 50, LogWhat.SEND, id);
            }
            if (received < duration) {
                add(to, received, LogWhat.RECEIVE, id);
            }
            id++;
        }
    }

    private void add(int node, long t, LogWhat what, long id) {
        int thread = random.nextInt(c.threads());
        long clock = t + offset[node];
        Arrival a = new Arrival("n" + node, 100 + node, 200 + thread, clock, t, what == LogWhat.POINT ? WORK : TOKEN,
                what, id, "e" + truth.size());
        logged.get(node).add(new Logged(a, t + (c.storeNanos() == 0 ? 0 : random.nextLong(c.storeNanos())), thread));
        truth.put(a, t);
    }

    int events() {
        return truth.size();
    }

    static long trueNanos(LiveEvent e) {
        return e.wallNanos();
    }

    private Timeline timeline(int node, long more) {
        long by = error[node] - offset[node] + more;
        double bound = c.errorNanos() + Math.abs(more);
        return (stamp, out) -> out.set(stamp + by, bound / 3, -bound, bound, How.PREDICTED);
    }

    /**
     * Delivers a node's log.
     *
     * @param linkSeed seed of the links' delays; the logs depend on the other seed only
     */
    List<LiveEvent> run(LiveOrder order, long linkSeed, List<Integer> heldNow) {
        deliveries.clear();
        Random links = new Random(linkSeed);
        for (int n = 0; n < c.nodes(); n++) {
            order.timeline("n" + n, timeline(n, 0));
            link(n, order, links);
        }
        if (c.resyncJump() != 0) {
            deliveries.add(new Delivery(duration / 2, 0, () -> order.timeline("n1", timeline(1, c.resyncJump()))));
        }
        deliveries.sort(Comparator.comparingLong(Delivery::at).thenComparingLong(Delivery::order));
        List<LiveEvent> out = new ArrayList<>();
        for (Delivery d : deliveries) {
            d.what().run();
            heldNow.add(order.held());
            out.addAll(order.emit(d.at()));
        }
        out.addAll(order.emitAll());
        return out;
    }

    private void link(int node, LiveOrder order, Random links) {
        PriorityQueue<Logged> rest = new PriorityQueue<>(Comparator.comparingLong(Logged::storedAt));
        rest.addAll(logged.get(node));
        long free = 0;
        long step = 0;
        for (long flush = 2 * MS;; flush += MS + links.nextLong(4 * MS)) {
            if (node == 0 && c.silentFrom() >= 0 && flush >= c.silentFrom() && flush < c.silentUntil()) {
                continue;
            }
            long until = flush;
            List<Logged> now = new ArrayList<>();
            while (!rest.isEmpty() && rest.peek().storedAt() <= until) {
                now.add(rest.poll());
            }
            // Each thread is delivered in its own order, as files are read.
            now.sort(Comparator.<Logged>comparingInt(l -> l.thread()).thenComparingLong(l -> l.event().clockNanos()));
            free = Math.max(free, flush + 20 * US + (c.delayNanos() == 0 ? 0 : links.nextLong(c.delayNanos())));
            String name = "n" + node;
            boolean last = flush > duration + MS && rest.isEmpty();
            deliveries.add(new Delivery(free, step++, () -> {
                now.forEach(l -> order.arrived(l.event()));
                order.frontier(name, until + offset[node]);
                if (last) {
                    order.ended(name);
                }
            }));
            if (last) {
                return;
            }
        }
    }
}
