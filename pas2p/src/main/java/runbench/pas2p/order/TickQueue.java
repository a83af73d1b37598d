package runbench.pas2p.order;

/** The locations that can go on within this tick, and those that wait for the next one. */
final class TickQueue {
    private int[] runnable;
    private int runnableCount;
    private int[] parked;
    private int parkedCount;

    TickQueue(int locations) {
        runnable = new int[locations];
        parked = new int[locations];
    }

    /** Those who were parked can go on. */
    void nextTick() {
        int[] spare = runnable;
        runnable = parked;
        runnableCount = parkedCount;
        parked = spare;
        parkedCount = 0;
    }

    boolean hasRunnable() {
        return runnableCount > 0;
    }

    int take() {
        return runnable[--runnableCount];
    }

    /** Until the next tick. */
    void park(int location) {
        parked[parkedCount++] = location;
    }

    /** What it waited for has happened in this tick. */
    void wake(int location) {
        runnable[runnableCount++] = location;
    }

    boolean nobodyIsParked() {
        return parkedCount == 0;
    }
}
