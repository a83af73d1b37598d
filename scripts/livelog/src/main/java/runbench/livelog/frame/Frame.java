package runbench.livelog.frame;

/**
 * One piece of what a relay sends.
 *
 * @param name of a file, for {@link Kind#BYTES}
 * @param offset of the bytes in their file; of a frontier: CLOCK_MONOTONIC of the node, ns
 * @param payload bytes of a file, or JSON
 */
public record Frame(Kind kind, String name, long offset, byte[] payload) {
    /** The single source is native/relay/frame.h. */
    public enum Kind {
        READY, BYTES, FRONTIER, END, FAILED;

        static final int FIRST = 1;
    }
}
