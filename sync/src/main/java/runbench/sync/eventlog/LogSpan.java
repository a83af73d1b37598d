package runbench.sync.eventlog;

/**
 * A region or state from its begin to its end.
 *
 * @param type type of the events
 * @param pid process
 * @param tid thread that began it
 * @param fromNanos begin, CLOCK_MONOTONIC of its host, ns
 * @param toNanos end, ns; without an end event: the last event of the process, or the end of the enclosing region
 * @param depth number of enclosing regions of the thread
 * @param ended whether the log contains the end event
 * @param comment comment of the begin event; may be empty
 */
public record LogSpan(LogType type, int pid, int tid, long fromNanos, long toNanos, int depth, boolean ended,
        String comment) {
    public long nanos() {
        return toNanos - fromNanos;
    }
}
