package runbench.sync.window;

import java.util.Locale;

/**
 * A node that answered nothing in a window.
 *
 * @param detail what the system says of it, for a person; may be empty
 */
record SilentNode(String name, Reason reason, String detail) {
    /** Why. */
    enum Reason {
        /** Its machine answers, but no reflector listens there. */
        REFUSED,
        /** Its address cannot be found or has no route. */
        UNREACHABLE,
        /** Nothing came back. */
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

    /** For a person. */
    String text() {
        return reason == Reason.REFUSED ? "no answer: refused, no reflector listens there"
                : detail.isEmpty() ? "no answer" : "no answer: " + detail;
    }
}
