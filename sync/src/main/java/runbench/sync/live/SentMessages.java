package runbench.sync.live;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import runbench.base.timeline.ReferenceTime;

/** The sends by id: all that are held, and the last ones emitted. */
final class SentMessages {
    /** Number of emitted sends that are kept. Receives of older sends wait as if they had none. */
    static final int MAX_EMITTED_SENDS = 1 << 16;

    static final class Sent {
        private final NodeLane lane;
        private boolean ambiguousId;
        private boolean shown;
        private long shownNanos;

        private Sent(NodeLane lane) {
            this.lane = lane;
        }

        NodeLane lane() {
            return lane;
        }

        /** Returns whether the id was sent more than once, so that it determines no order. */
        boolean isAmbiguous() {
            return ambiguousId;
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

    /** Records a receive that was emitted without its send. */
    void receivedBefore(long id) {
        if (receivedBefore.add(id) && receivedBefore.size() > MAX_EMITTED_SENDS) {
            receivedBefore.remove(receivedBefore.iterator().next());
        }
    }

    /** Returns the number of sends that were emitted after their receive. */
    long overtaken() {
        return overtaken;
    }

    void arrived(long id, NodeLane lane) {
        Sent before = byId.putIfAbsent(id, new Sent(lane));
        if (before != null && !before.ambiguousId) {
            before.ambiguousId = true;
            ambiguous++;
        }
    }

    /**
     * Records the emission of a send.
     *
     * @param id id of the message
     * @param shownNanos shown time, ns
     * @param how kind of the sender's conversion; a stepped clock determines no order
     */
    void shown(long id, long shownNanos, ReferenceTime.How how) {
        Sent sent = byId.get(id);
        if (sent == null || sent.shown) {
            return;
        }
        sent.shown = true;
        sent.shownNanos = shownNanos;
        sent.ambiguousId |= how == ReferenceTime.How.STEPPED;
        overtaken += receivedBefore.remove(id) ? 1 : 0;
        emitted.add(id);
        if (emitted.size() > MAX_EMITTED_SENDS) {
            byId.remove(emitted.remove());
        }
    }

    /** Returns the send with this id; null if there is none. */
    Sent of(long id) {
        return byId.get(id);
    }

    long ambiguous() {
        return ambiguous;
    }
}
