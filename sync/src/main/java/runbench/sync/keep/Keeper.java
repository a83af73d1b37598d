package runbench.sync.keep;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Windows for as long as a run takes, so that no prediction becomes worse than a tolerance: each when it is due, but
 * only when it is permitted, and one at the end of the run. A node that is away is tried again and holds up nobody
 * else.
 */
public final class Keeper {
    /** What the keeper needs of the world; times in ns since 1970. */
    public interface World {
        long now();

        void sleepUntil(long at);

        /**
         * Runs a window.
         *
         * @return what it found, by node; nodes that did not answer are not in it
         */
        Map<String, Found> window() throws IOException;

        /**
         * From {@code due} on predictions may be worse than the tolerance.
         *
         * @param next when a window will be permitted; {@link Long#MAX_VALUE} if nobody knows
         */
        void late(long due, long next);
    }

    /**
     * What a window found of a node.
     *
     * @param validNanos from the window's end until predictions may be worse than the tolerance, ns
     * @param missed whether the prediction that led up to this window was worse than the tolerance
     */
    public record Found(long validNanos, boolean missed) {}

    /**
     * Of one node.
     *
     * @param intervals times between two of its windows in which predictions may have been, or were, worse than the
     *     tolerance
     * @param nanos how long, all in all
     */
    public record Late(int intervals, long nanos) {
        static final Late NEVER = new Late(0, 0);

        private Late and(long more) {
            return more <= GRACE ? this : new Late(intervals + 1, nanos + more);
        }
    }

    /**
     * How it went.
     *
     * @param windows windows
     * @param nodes for how long predictions may have been worse than the tolerance, by node
     */
    public record Outcome(int windows, Map<String, Late> nodes) {
        /** Intervals of all nodes. */
        public int late() {
            return nodes.values().stream().mapToInt(Late::intervals).sum();
        }

        /** Of all nodes together, ns. */
        public long lateNanos() {
            return nodes.values().stream().mapToLong(Late::nanos).sum();
        }
    }

    /** A window that comes so much later than it was due is on time. */
    private static final long GRACE = 100_000_000L;
    /** Nodes that did not answer are asked again after so long. */
    private static final long AGAIN = 30_000_000_000L;

    private final Permission permission;
    private final World world;
    private final Map<String, State> nodes = new LinkedHashMap<>();
    private int windows;

    /**
     * One node: when its newest window ended (0: none), when the next must begin, and whether it answered the last
     * time.
     */
    private static final class State {
        private long ended;
        private long due;
        private boolean there;
        private Late late = Late.NEVER;
    }

    /** @param nodes everybody who is to be measured, by name */
    public Keeper(Permission permission, World world, List<String> nodes) {
        this.permission = permission;
        this.world = world;
        nodes.forEach(node -> this.nodes.put(node, new State()));
    }

    /**
     * @param end no window begins after it
     * @param length how long the first window is expected to take, ns
     */
    public Outcome run(long end, long length) throws IOException {
        long due = world.now();
        long begun = due;
        long takes = length;
        boolean reported = true;
        while (true) {
            // Stamps up to the end lie between two windows only if the last window ends there.
            long closing = end - takes;
            boolean closes = permission.closes() && windows > 0 && begun < closing - takes;
            long wanted = closes ? Math.min(due, closing) : due;
            Permission.Answer next = permission.ask(world.now(), wanted, begun, takes);
            boolean go = next.kind() == Permission.Kind.GO && next.at() <= end;
            boolean wait = next.kind() == Permission.Kind.ASK_AGAIN && next.at() <= end;
            long until = go || wait ? next.at() : Math.min(end, next.at());
            if (!reported && until > due + GRACE) {
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

    /** @return when the next window is due */
    private long update(Map<String, Found> found, long begin, long end, long takes) {
        long next = Long.MAX_VALUE;
        for (Map.Entry<String, State> e : nodes.entrySet()) {
            State node = e.getValue();
            Found f = found.get(e.getKey());
            node.there = f != null;
            if (f != null) {
                if (node.ended > 0) {
                    node.late = node.late.and(f.missed ? begin - node.ended : begin - node.due);
                } else if (node.due > 0) {
                    node.late = node.late.and(begin - node.due);
                }
                node.ended = end;
                node.due = end + Math.max(0, f.validNanos - takes);
            } else if (node.due == 0) {
                node.due = end; // Nobody knows its clock from now on.
            }
            next = Math.min(next, node.there ? node.due : Math.max(node.due, end + AGAIN));
        }
        return next;
    }

    private Outcome outcome(long until) {
        Map<String, Late> late = new LinkedHashMap<>();
        nodes.forEach((name, node) -> late.put(name, windows == 0 ? Late.NEVER : node.late.and(until - node.due)));
        return new Outcome(windows, late);
    }
}
