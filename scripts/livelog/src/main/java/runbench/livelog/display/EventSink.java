package runbench.livelog.display;

import java.io.IOException;

/** Who is shown events, in their order. */
public interface EventSink {
    /**
     * The log's very first event, before the others, which need not begin with it; where there are none yet it is not
     * called.
     */
    default void origin(String line) throws IOException {
    }

    /**
     * An event.
     *
     * @param line as {@link runbench.sync.live.LiveLine} has it
     * @return whether any more are wanted
     */
    boolean event(String line) throws IOException;

    /** Some have been given; more may follow now or later. @return whether any more are wanted */
    default boolean pause() throws IOException {
        return true;
    }

    /** What a person should know: that the receiver is gone, or there again. */
    void note(String words);
}
