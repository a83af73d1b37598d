package runbench.parser.stats;

import java.util.List;

/**
 * What the program logged of itself, as far as a summary needs it.
 *
 * @param events in all
 * @param points of these, neither begin nor end of anything
 * @param files that they lie in
 * @param intervals regions and states, in the order of their begin
 * @param remarks what of the log is damaged, dropped or missing
 */
public record RunLog(long events, long points, int files, List<Interval> intervals, List<String> remarks) {
    public static final RunLog NONE = new RunLog(0, 0, 0, List.of(), List.of());

    /**
     * A region of a thread, or a state of a process.
     *
     * @param tid the thread; {@link #ALL_THREADS} for a state
     * @param depth regions of the thread around it
     * @param fromNanos CLOCK_MONOTONIC
     * @param ended false where the log does not say when it ended
     */
    public record Interval(String name, String kind, int tid, int depth, long fromNanos, long toNanos, boolean ended) {
        public static final int ALL_THREADS = -1;
    }

    public boolean isEmpty() {
        return files == 0 && remarks.isEmpty();
    }
}
