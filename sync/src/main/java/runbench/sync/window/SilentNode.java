package runbench.sync.window;

import java.util.Locale;

/**
 * A node that answered nothing in a window.
 *
 * @param name name of the node
 * @param reason category of the failure
 * @param detail the system's message; may be empty
 */
record SilentNode(String name, Reason reason, String detail) {
    /** The category of a failure. */
    enum Reason {
        /** The machine answers, but no reflector listens on the port. */
        REFUSED,
        /** The address is unknown or has no route. */
        UNREACHABLE,
        /** No reply arrived. */
        NO_REPLY;

        static Reason of(String name) {
            for (Reason reason : values()) {
                if (reason.name().toLowerCase(Locale.ROOT).equals(name)) {
                    return reason;
                }
            }
            return NO_REPLY;
        }
    }

    /** Returns a text for messages. */
    String text() {
        return reason == Reason.REFUSED ? "no answer: refused, no reflector listens there"
                : detail.isEmpty() ? "no answer" : "no answer: " + detail;
    }
}
