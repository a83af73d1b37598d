package runbench.measure.schedule;

import java.util.List;

/** Watches a run as it goes on. */
public interface LiveObserver {
    /** A quantum begins. @param seconds since the run began; @param running names of those that run */
    default void quantum(long number, double seconds, List<String> running, int left) {
    }

    /** Something a person should know now: a program failed. */
    default void notice(String words) {
    }
}
