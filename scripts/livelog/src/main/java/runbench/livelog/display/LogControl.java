package runbench.livelog.display;

/** What displays may know of a log beside its events, and do to it. Called by any thread. */
public interface LogControl {
    /** As it is now. */
    LogStatus status();

    /** Whether {@link #stop} can do anything. */
    boolean stoppable();

    /** Asks for the end of all servers; returns at once. */
    void stop();
}
