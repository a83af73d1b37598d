package runbench.sync.keep;

import java.io.IOException;

/**
 * Windows for as long as a run takes, so that no prediction becomes worse than a tolerance: each when it is due, but only
 * when it is permitted.
 */
public final class Keeper {
    /** What the keeper needs of the world; times in ns since 1970. */
    public interface World {
        long now();

        void sleepUntil(long at);

        /**
         * Runs a window.
         *
         * @return ns from its end until predictions may be worse than the tolerance
         */
        long window() throws IOException;

        /**
         * From {@code due} on predictions may be worse than the tolerance.
         *
         * @param next when a window will be permitted; {@link Long#MAX_VALUE} if nobody knows
         */
        void late(long due, long next);
    }

    /**
     * How it went.
     *
     * @param windows   windows
     * @param late      times that a window came after it was due
     * @param lateNanos how long predictions may have been worse than the tolerance, all in all
     */
    public record Outcome(int windows, int late, long lateNanos) {
    }

    /** A window that comes so much later than it was due is on time. */
    private static final long GRACE = 100_000_000L;

    private final Permission permission;
    private final World world;
    private int windows;
    private int late;
    private long lateNanos;

    public Keeper(Permission permission, World world) {
        this.permission = permission;
        this.world = world;
    }

    /**
     * @param end    no window begins after it
     * @param length how long the first window is expected to take, ns
     */
    public Outcome run(long end, long length) throws IOException {
        long due = world.now();
        long begun = due;
        long takes = length;
        boolean told = true;
        while (true) {
            Permission.Answer next = permission.ask(world.now(), due, begun, takes);
            boolean go = next.kind() == Permission.Kind.GO && next.at() <= end;
            boolean wait = next.kind() == Permission.Kind.ASK_AGAIN && next.at() <= end;
            long until = go || wait ? next.at() : Math.min(end, next.at());
            if (!told && until > due + GRACE) {
                world.late(due, go ? next.at() : Long.MAX_VALUE);
                told = true;
            }
            if (!go && !wait) {
                count(due, until);
                return new Outcome(windows, late, lateNanos);
            }
            world.sleepUntil(next.at());
            if (go) {
                long begin = world.now();
                count(due, begin);
                long valid = world.window();
                windows++;
                begun = world.now();
                takes = Math.max(takes, begun - begin);
                due = begun + Math.max(0, valid - takes);
                told = false;
            }
        }
    }

    private void count(long due, long until) {
        if (windows > 0 && until > due + GRACE) {
            late++;
            lateNanos += until - due;
        }
    }
}
