package runbench.livelog;

import java.util.LinkedHashMap;
import java.util.Map;
import runbench.base.json.Fields;

/**
 * How a server ended.
 *
 * @param code its exit status; with a signal 0
 * @param signal that killed it; 0: none
 * @param stopped it was asked to end
 * @param leftBehind processes of it still ran and were ended
 * @param dropped events, and lines of its output, that found no room on the node
 * @param why it could not be started, or nobody knows how it ended; null otherwise
 */
public record ServerEnd(int code, int signal, boolean stopped, boolean leftBehind, Dropped dropped, String why) {
    private static final int SIGNALS = 128;

    /** Nobody knows. */
    static ServerEnd lost(String why) {
        return new ServerEnd(0, 0, false, false, Dropped.NONE, why);
    }

    /** Of a relay's last frame, or of {@link #members}. */
    static ServerEnd of(Fields f) {
        if (f.truthOr("lost", false)) {
            return lost("its keeper was killed, so nobody knows how the server ended");
        }
        String error = f.textOr("error", null);
        return new ServerEnd((int) f.number("code"), (int) f.number("signal"), f.truth("stopped"),
                f.number("left_behind") != 0, new Dropped(f.number("dropped"), f.truthOr("dropped_at_least", false)),
                error);
    }

    ServerEnd with(Dropped counted) {
        return new ServerEnd(code, signal, stopped, leftBehind, counted, why);
    }

    /** As files have it. */
    public Map<String, Object> members() {
        Map<String, Object> of = new LinkedHashMap<>(Map.of("code", code, "signal", signal, "stopped", stopped,
                "left_behind", leftBehind ? 1 : 0, "dropped", dropped.events(), "dropped_at_least", dropped.atLeast()));
        if (why != null) {
            of.put("error", why);
        }
        return of;
    }

    /** Ended with 0, or when it was asked to. */
    public boolean well() {
        return why == null && (stopped || code == 0 && signal == 0);
    }

    /** As a shell tells it; 255 where nobody knows. */
    public int status() {
        return why != null ? Math.max(code, 255) : signal > 0 ? SIGNALS + signal : code;
    }

    /** For a person. */
    public String text() {
        String end = why != null ? (code > 0 ? "could not be started: " : "") + why
                : signal > 0 ? "killed by signal " + signal : "ended with " + code;
        return end + (stopped ? " when it was told to end" : "")
                + (leftBehind ? "; processes that it left behind were ended" : "")
                + (dropped.any() ? "; events that found no room there: " + dropped.text() : "");
    }
}
