package runbench.sync.eventlog;

/**
 * A region or state from its begin to its end.
 *
 * @param tid of the thread that began it
 * @param fromNanos CLOCK_MONOTONIC of its host
 * @param toNanos the same; where it was not ended, its process' last event, or the end of the region around it
 * @param depth regions of the thread around it
 * @param ended false where the log does not say when it ended
 */
public record LogSpan(LogType type, int pid, int tid, long fromNanos, long toNanos, int depth, boolean ended,
        String comment) {
    public long nanos() {
        return toNanos - fromNanos;
    }
}
