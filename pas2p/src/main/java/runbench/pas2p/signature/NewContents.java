package runbench.pas2p.signature;

import java.util.HashSet;
import java.util.Set;

/**
 * Contents that a location's events had since its latest cut: whether one is the first of its kind, so that it can be
 * waited for.
 */
final class NewContents {
    /** Behind so many events something that is new tells little, and memory is needed for all of them. */
    private static final int MOST = 1 << 14;
    /** Of all locations together. */
    private static final int MOST_OF_ALL = 1 << 20;

    private final Set<Long> seen = new HashSet<>();
    private final int most;
    private boolean latestIsNew;

    /** @param locations of the trace */
    NewContents(int locations) {
        most = Math.min(MOST, MOST_OF_ALL / locations);
    }

    void add(long content) {
        latestIsNew = seen.size() < most && seen.add(content);
    }

    /** A cut lies here. */
    void clear() {
        seen.clear();
        latestIsNew = false;
    }

    /** There was an event since the cut, and none before it had its content. */
    boolean latestIsNew() {
        return latestIsNew;
    }
}
