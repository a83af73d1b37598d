package runbench.measure.cluster;

/** Waiting for what others do. */
final class Pause {
    private Pause() {
    }

    /** @return false: this thread was interrupted, and still is */
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
