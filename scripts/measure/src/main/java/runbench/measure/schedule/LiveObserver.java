package runbench.measure.schedule;

import java.util.List;

/** Receives the progress of a run. */
public interface LiveObserver {
    /**
     * Reports the start of a quantum.
     *
     * @param seconds seconds since the start of the run
     * @param running names of the running programs
     * @param left number of unfinished programs
     */
    default void quantum(long number, double seconds, List<String> running, int left) {
    }

    /** Reports the start of a step, such as "alone" or "3/6"; empty: the only one. */
    default void step(String words) {
    }

    /** Reports an event that the user should see immediately, such as a failed program. */
    default void notice(String words) {
    }
}
