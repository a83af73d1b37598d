package runbench.pas2p.signature;

import java.util.HashSet;
import java.util.Set;

/**
 * The contents of a location's events since its latest cut. A content that occurs for the first time can serve as a
 * stop.
 */
final class NewContents {
    /** Limit of events after a cut; later new contents have little value, and all of them need memory. */
    private static final int MOST = 1 << 14;
    /** Limit for all locations together. */
    private static final int MOST_OF_ALL = 1 << 20;

    private final Set<Long> seen = new HashSet<>();
    private final int most;
    private boolean latestIsNew;

    /**
     * Creates the contents.
     *
     * @param locations number of locations of the trace
     */
    NewContents(int locations) {
        most = Math.min(MOST, MOST_OF_ALL / locations);
    }

    void add(long content) {
        latestIsNew = seen.size() < most && seen.add(content);
    }

    /** Marks a cut. */
    void clear() {
        seen.clear();
        latestIsNew = false;
    }

    /** Returns true if there was an event since the cut and its content is new. */
    boolean latestIsNew() {
        return latestIsNew;
    }
}
