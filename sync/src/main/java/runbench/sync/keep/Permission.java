package runbench.sync.keep;

/** When the network may be used for another window. Times are ns since 1970, by the system's clock. */
public interface Permission {
    /**
     * What to do next.
     *
     * @param kind what
     * @param at when, ns since 1970
     */
    record Answer(Kind kind, long at) {
        static Answer go(long at) {
            return new Answer(Kind.GO, at);
        }

        static Answer askAgain(long at) {
            return new Answer(Kind.ASK_AGAIN, at);
        }

        /** @param at when the run itself is over; {@link Long#MAX_VALUE} if it goes on */
        static Answer over(long at) {
            return new Answer(Kind.OVER, at);
        }
    }

    /** What an answer means. */
    enum Kind {
        /** A window may begin then. */
        GO,
        /** Not known yet: ask then. */
        ASK_AGAIN,
        /** No window will be permitted any more. */
        OVER
    }

    /**
     * @param now not earlier than this
     * @param due from then on predictions may be worse than the tolerance
     * @param begun when the time began that ends with {@code due}
     * @param length how long a window takes, ns
     */
    Answer ask(long now, long due, long begun, long length);

    /** Whether a last window may be wanted at the end of the run, which nobody asked for. */
    default boolean closes() {
        return true;
    }

    /** At any time. */
    Permission ALWAYS = (now, due, begun, length) -> Answer.go(Math.max(now, due));
}
