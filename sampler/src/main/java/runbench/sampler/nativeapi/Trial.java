package runbench.sampler.nativeapi;

/**
 * The result of opening an event and counting a short piece of work.
 *
 * @param errno errno of perf_event_open(2); 0 if it succeeded
 * @param value the count
 * @param enabledNanos time for which the event was enabled, in nanoseconds
 * @param runningNanos time for which the event was on a counter, in nanoseconds
 */
public record Trial(int errno, long value, long enabledNanos, long runningNanos) {
    static Trial refused(int errno) {
        return new Trial(errno, 0, 0, 0);
    }
}
