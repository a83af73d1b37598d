package runbench.measure.cluster;

/** Waits between two polls of files that other processes write. */
final class Pause {
    private Pause() {
    }

    /**
     * Waits.
     *
     * @return false: this thread was interrupted and its interrupt status is still set
     */
    static boolean millis(long millis) {
        try {
            Thread.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
