package runbench.sync.live;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import runbench.base.timeline.ReferenceTime;

/** What was sent, by its id: all that is held, and the last that were emitted. */
final class SentMessages {
    /**
     * A message may travel longer than events are held; older ones are forgotten, their receives then wait as those
     * without a send.
     */
    static final int REMEMBERED = 1 << 16;

    static final class Sent {
        private final NodeLane lane;
        private boolean again;
        private boolean shown;
        private long shownNanos;

        private Sent(NodeLane lane) {
            this.lane = lane;
        }

        NodeLane lane() {
            return lane;
        }

        /** The same id was sent more than once: no order follows from it. */
        boolean again() {
            return again;
        }

        boolean shown() {
            return shown;
        }

        long shownNanos() {
            return shownNanos;
        }
    }

    private final Map<Long, Sent> byId = new HashMap<>();
    private final Queue<Long> emitted = new ArrayDeque<>();
    private final Set<Long> receivedBefore = new LinkedHashSet<>();
    private long overtaken;
    private long ambiguous;

    /** A receive was emitted without its send. */
    void receivedBefore(long id) {
        if (receivedBefore.add(id) && receivedBefore.size() > REMEMBERED) {
            receivedBefore.remove(receivedBefore.iterator().next());
        }
    }

    /** Sends that were emitted after their receive. */
    long overtaken() {
        return overtaken;
    }

    void arrived(long id, NodeLane lane) {
        Sent before = byId.putIfAbsent(id, new Sent(lane));
        if (before != null && !before.again) {
            before.again = true;
            ambiguous++;
        }
    }

    /** @param how its sender's clock was known; from a send of a clock that stepped no order follows */
    void shown(long id, long shownNanos, ReferenceTime.How how) {
        Sent sent = byId.get(id);
        if (sent == null || sent.shown) {
            return;
        }
        sent.shown = true;
        sent.shownNanos = shownNanos;
        sent.again |= how == ReferenceTime.How.STEPPED;
        overtaken += receivedBefore.remove(id) ? 1 : 0;
        emitted.add(id);
        if (emitted.size() > REMEMBERED) {
            byId.remove(emitted.remove());
        }
    }

    /** Null where it has not been seen. */
    Sent of(long id) {
        return byId.get(id);
    }

    long ambiguous() {
        return ambiguous;
    }
}
