package runbench.sampler.nativeapi;

/**
 * What became of an event that was opened and counted over a short piece of work.
 *
 * @param errno of the opening; 0 when it was opened
 * @param value counted
 * @param enabledNanos for which it should have counted
 * @param runningNanos for which it really was on a counter
 */
public record Trial(int errno, long value, long enabledNanos, long runningNanos) {
    static Trial refused(int errno) {
        return new Trial(errno, 0, 0, 0);
    }
}
