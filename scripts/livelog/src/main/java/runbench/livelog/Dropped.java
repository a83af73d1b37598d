package runbench.livelog;

import java.util.Map;

/**
 * Events and lines of output that found no room on their node.
 *
 * @param events number of those that were counted
 * @param atLeast there were more: a process was killed before it could write its count, or had no room for a file
 */
public record Dropped(long events, boolean atLeast) {
    static final Dropped NONE = new Dropped(0, false);

    /** Whether there are any. */
    public boolean any() {
        return events > 0 || atLeast;
    }

    /** Of all nodes. */
    static Dropped of(Map<String, ServerEnd> ends) {
        return ends.values().stream().map(ServerEnd::dropped).reduce(NONE, Dropped::and);
    }

    private Dropped and(Dropped other) {
        return new Dropped(events + other.events, atLeast || other.atLeast);
    }

    /** For a person. */
    public String text() {
        return !any() ? "none dropped"
                : events == 0 ? "an unknown number dropped"
                        : String.format("%s%,d dropped", atLeast ? "at least " : "", events);
    }
}
