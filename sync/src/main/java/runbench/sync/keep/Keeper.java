package runbench.sync.keep;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Schedules windows for the duration of a run, so that no prediction exceeds a tolerance. A window takes place when it
 * is due and permitted, and one at the end of the run. A node that does not answer is retried and does not delay the
 * others.
 */
public final class Keeper {
    /** The environment of the keeper; times in ns since 1970. */
    public interface World {
        long now();

        void sleepUntil(long at);

        /**
         * Runs a window.
         *
         * @return result by node; nodes that did not answer are missing
         */
        Map<String, Found> window() throws IOException;

        /**
         * Reports that predictions may exceed the tolerance from {@code due} on.
         *
         * @param due moment, ns since 1970
         * @param next time of the next permitted window; {@link Long#MAX_VALUE} if unknown
         */
        void late(long due, long next);
    }

    /**
     * The result of a window for a node.
     *
     * @param validNanos duration after the window for which predictions keep the tolerance, ns
     * @param missed whether the prediction up to this window exceeded the tolerance
     */
    public record Found(long validNanos, boolean missed) {}

    /**
     * The intervals in which a node's predictions may have exceeded the tolerance.
     *
     * @param intervals number of intervals between two windows
     * @param nanos total duration, ns
     */
    public record Late(int intervals, long nanos) {
        static final Late NEVER = new Late(0, 0);

        private Late and(long more) {
            return more <= GRACE_NS ? this : new Late(intervals + 1, nanos + more);
        }
    }

    /**
     * The result of a run.
     *
     * @param windows number of windows
     * @param nodes intervals beyond the tolerance, by node
     */
    public record Outcome(int windows, Map<String, Late> nodes) {
        /** Returns the number of late intervals of all nodes. */
        public int late() {
            return nodes.values().stream().mapToInt(Late::intervals).sum();
        }

        /** Returns the total late duration of all nodes, ns. */
        public long lateNanos() {
            return nodes.values().stream().mapToLong(Late::nanos).sum();
        }
    }

    /** Delay after the due time that still counts as on time, ns. */
    private static final long GRACE_NS = 100_000_000L;
    /** Interval between retries of nodes that did not answer, ns. */
    private static final long RETRY_INTERVAL_NS = 30_000_000_000L;

    private final Permission permission;
    private final World world;
    private final Map<String, State> nodes = new LinkedHashMap<>();
    private int windows;

    /**
     * The state of one node: end of its newest window (0 if none), begin of the next one, and whether it answered last.
     */
    private static final class State {
        private long ended;
        private long due;
        private boolean answered;
        private Late late = Late.NEVER;
    }

    /**
     * Creates a keeper.
     *
     * @param permission decides when windows may begin
     * @param world environment
     * @param nodes names of the nodes to measure
     */
    public Keeper(Permission permission, World world, List<String> nodes) {
        this.permission = permission;
        this.world = world;
        nodes.forEach(node -> this.nodes.put(node, new State()));
    }

    /**
     * Runs windows until the end.
     *
     * @param end end of the run, ns since 1970; no window begins later
     * @param length expected duration of the first window, ns
     */
    public Outcome run(long end, long length) throws IOException {
        long due = world.now();
        long begun = due;
        long takes = length;
        boolean reported = true;
        while (true) {
            // The last window ends with the run, so that stamps up to the end are between two windows.
            long closing = end - takes;
            boolean closes = permission.allowsClosingWindow() && windows > 0 && begun < closing - takes;
            long wanted = closes ? Math.min(due, closing) : due;
            Permission.Answer next = permission.ask(world.now(), wanted, begun, takes);
            boolean go = next.kind() == Permission.Kind.GO && next.at() <= end;
            boolean wait = next.kind() == Permission.Kind.ASK_AGAIN && next.at() <= end;
            long until = go || wait ? next.at() : Math.min(end, next.at());
            if (!reported && until > due + GRACE_NS) {
                world.late(due, go ? next.at() : Long.MAX_VALUE);
                reported = true;
            }
            if (!go && !wait) {
                return outcome(until);
            }
            world.sleepUntil(next.at());
            if (go) {
                long begin = world.now();
                Map<String, Found> found = world.window();
                windows++;
                begun = world.now();
                takes = Math.max(takes, begun - begin);
                due = update(found, begin, begun, takes);
                reported = false;
            }
        }
    }

    /**
     * Records the results of a window.
     *
     * @return due time of the next window
     */
    private long update(Map<String, Found> found, long begin, long end, long takes) {
        long next = Long.MAX_VALUE;
        for (Map.Entry<String, State> e : nodes.entrySet()) {
            State node = e.getValue();
            Found f = found.get(e.getKey());
            node.answered = f != null;
            if (f != null) {
                if (node.ended > 0) {
                    node.late = node.late.and(f.missed ? begin - node.ended : begin - node.due);
                } else if (node.due > 0) {
                    node.late = node.late.and(begin - node.due);
                }
                node.ended = end;
                node.due = end + Math.max(0, f.validNanos - takes);
            } else if (node.due == 0) {
                node.due = end; // The node's clock is unknown from here on.
            }
            next = Math.min(next, node.answered ? node.due : Math.max(node.due, end + RETRY_INTERVAL_NS));
        }
        return next;
    }

    private Outcome outcome(long until) {
        Map<String, Late> late = new LinkedHashMap<>();
        nodes.forEach((name, node) -> late.put(name, windows == 0 ? Late.NEVER : node.late.and(until - node.due)));
        return new Outcome(windows, late);
    }
}
