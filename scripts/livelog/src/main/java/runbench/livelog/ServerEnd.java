package runbench.livelog;

import java.util.LinkedHashMap;
import java.util.Map;
import runbench.base.json.Fields;

/**
 * The end of a server.
 *
 * @param code exit status; 0 with a signal
 * @param signal signal that killed it; 0: none
 * @param stopped whether it was requested to end
 * @param leftBehind whether further processes of it were still running, and were killed
 * @param dropped events, and lines of output, that the node had no room for
 * @param why reason why it could not be started, or why its end is unknown; null otherwise
 */
public record ServerEnd(int code, int signal, boolean stopped, boolean leftBehind, Dropped dropped, String why) {
    private static final int SIGNAL_STATUS = 128;
    private static final int UNKNOWN_STATUS = 255;

    /**
     * Events and lines of output that a node had no room for.
     *
     * @param events number of counted ones
     * @param atLeast whether there may be more: a process was killed before it wrote its count, or had no room for a
     *     file
     */
    public record Dropped(long events, boolean atLeast) {
        static final Dropped NONE = new Dropped(0, false);

        /** Returns whether there are any. */
        public boolean any() {
            return events > 0 || atLeast;
        }

        /** Returns the sum over all nodes. */
        static Dropped sum(Map<String, ServerEnd> ends) {
            return ends.values().stream().map(ServerEnd::dropped).reduce(NONE, Dropped::plus);
        }

        private Dropped plus(Dropped other) {
            return new Dropped(events + other.events, atLeast || other.atLeast);
        }

        /** Returns the count in words. */
        public String text() {
            return !any() ? "none dropped"
                    : events == 0 ? "an unknown number dropped"
                            : String.format("%s%,d dropped", atLeast ? "at least " : "", events);
        }
    }

    /** Returns an end that is not known. */
    static ServerEnd unknown(String why) {
        return new ServerEnd(0, 0, false, false, Dropped.NONE, why);
    }

    /** Returns the end in a relay's last frame, or in {@link #members}. */
    static ServerEnd of(Fields f) {
        if (f.truthOr("lost", false)) {
            return unknown("its keeper was killed, so the end of the server is unknown");
        }
        String error = f.textOr("error", null);
        return new ServerEnd((int) f.number("code"), (int) f.number("signal"), f.truth("stopped"),
                f.number("left_behind") != 0, new Dropped(f.number("dropped"), f.truthOr("dropped_at_least", false)),
                error);
    }

    ServerEnd with(Dropped counted) {
        return new ServerEnd(code, signal, stopped, leftBehind, counted, why);
    }

    /** Returns the members of its JSON object. */
    public Map<String, Object> members() {
        Map<String, Object> of = new LinkedHashMap<>(Map.of("code", code, "signal", signal, "stopped", stopped,
                "left_behind", leftBehind ? 1 : 0, "dropped", dropped.events(), "dropped_at_least", dropped.atLeast()));
        if (why != null) {
            of.put("error", why);
        }
        return of;
    }

    /** Returns whether it ended with 0, or after a request to end. */
    public boolean isSuccess() {
        return why == null && (stopped || code == 0 && signal == 0);
    }

    /** Returns the exit status as a shell reports it; 255 if it is unknown. */
    public int status() {
        return why != null ? Math.max(code, UNKNOWN_STATUS) : signal > 0 ? SIGNAL_STATUS + signal : code;
    }

    /** Returns the end in words. */
    public String text() {
        String end = why != null ? (code > 0 ? "could not be started: " : "") + why
                : signal > 0 ? "killed by signal " + signal : "ended with " + code;
        return end + (stopped ? " after a request to end" : "")
                + (leftBehind ? "; processes that it left behind were ended" : "")
                + (dropped.any() ? "; events that found no room there: " + dropped.text() : "");
    }
}
