package runbench.pas2p.order;

/** The locations that can advance within this tick, and those that wait for the next one. */
final class TickQueue {
    private int[] runnable;
    private int runnableCount;
    private int[] parked;
    private int parkedCount;

    TickQueue(int locations) {
        runnable = new int[locations];
        parked = new int[locations];
    }

    /** Starts the next tick: parked locations can advance. */
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

    /** Suspends a location until the next tick. */
    void park(int location) {
        parked[parkedCount++] = location;
    }

    /** Resumes a location within this tick. */
    void wake(int location) {
        runnable[runnableCount++] = location;
    }

    boolean nobodyIsParked() {
        return parkedCount == 0;
    }
}
