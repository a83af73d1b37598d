package runbench.sync.keep;

/** Decides when the network may be used for another window. Times are ns since 1970 by the system's clock. */
public interface Permission {
    /**
     * The decision.
     *
     * @param kind meaning of the decision
     * @param at moment that the kind refers to, ns since 1970
     */
    record Answer(Kind kind, long at) {
        static Answer go(long at) {
            return new Answer(Kind.GO, at);
        }

        static Answer askAgain(long at) {
            return new Answer(Kind.ASK_AGAIN, at);
        }

        /**
         * Returns the decision that no more window is permitted.
         *
         * @param at end of the run; {@link Long#MAX_VALUE} if it continues
         */
        static Answer over(long at) {
            return new Answer(Kind.OVER, at);
        }
    }

    /** The meaning of a decision. */
    enum Kind {
        /** A window may begin at that moment. */
        GO,
        /** The decision is open; ask again at that moment. */
        ASK_AGAIN,
        /** No more window will be permitted. */
        OVER
    }

    /**
     * Returns the decision.
     *
     * @param now earliest moment
     * @param due moment from which predictions may exceed the tolerance
     * @param begun begin of the interval that ends with {@code due}
     * @param length duration of a window, ns
     */
    Answer ask(long now, long due, long begun, long length);

    /** Returns whether an additional last window may take place at the end of the run. */
    default boolean closes() {
        return true;
    }

    /** Permits windows at any time. */
    Permission ALWAYS = (now, due, begun, length) -> Answer.go(Math.max(now, due));
}
