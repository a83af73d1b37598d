package runbench.sync.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.base.stats.Quantile;
import runbench.base.stats.Statistics;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;

/**
 * The delays of messages by stage and direction, after Tinetti, Romero, De Giusti: Synchronization of clocks for
 * instrumentation in clusters, section 2.2 and figure 4. Stamps divide a message into sending by the process (user to
 * kernel), the path between the two kernels (medium access, transmission, propagation, reception by the device), and
 * reception by the process (kernel to user). The sending and the receiving stage are differences of one clock. The path
 * and the whole message are differences of two clocks, corrected by the estimated clock: a constant asymmetry of the
 * path is divided equally between both directions.
 */
public final class MessageStages {
    /** The direction of a message. */
    public enum Direction {
        /** From the reference to the node. */
        FORWARD,
        /** From the node to the reference. */
        BACK
    }

    /** A part of a message's way; in order of time, the whole message last. */
    public enum Part {
        /** From the sender's user stamp to its kernel stamp. */
        SEND(Stamps.USER, Stamps.KERNEL, true, false),
        /** From the sender's kernel stamp to the receiver's. */
        PATH(Stamps.KERNEL, Stamps.KERNEL, true, true),
        /** From the receiver's kernel stamp to its user stamp. */
        RECEIVE(Stamps.KERNEL, Stamps.USER, false, false),
        /** From the sender's user stamp to the receiver's. */
        WHOLE(Stamps.USER, Stamps.USER, true, true);

        private final Stamps begin;
        private final Stamps end;
        private final boolean fromSender;
        private final boolean crosses;

        Part(Stamps begin, Stamps end, boolean fromSender, boolean crosses) {
            this.begin = begin;
            this.end = end;
            this.fromSender = fromSender;
            this.crosses = crosses;
        }
    }

    /**
     * The delays of one stage.
     *
     * @param direction direction of the messages
     * @param part part of their way
     * @param from name of the first stamp, t1 to k4
     * @param to name of the second stamp
     * @param sorted delays in ascending order, ns; empty if no exchange has both stamps
     */
    public record Stage(Direction direction, Part part, String from, String to, double[] sorted) {
        /** Returns a quantile, ns; NaN without delays. */
        public double quantile(double share) {
            return Quantile.LINEAR.ofSorted(sorted, share);
        }

        /** Returns the most frequent delay, ns; NaN without delays. */
        public double mode() {
            return Statistics.mode(sorted);
        }
    }

    private final double[][] delays = new double[Direction.values().length * Part.values().length][16];
    private final int[] count = new int[delays.length];

    /**
     * Adds the exchanges of a window.
     *
     * @param window the exchanges
     * @param e its estimate
     */
    public void add(Exchanges window, Estimate e) {
        for (int i = 0; i < window.size(); i++) {
            for (Part part : Part.values()) {
                add(window, e, i, Direction.FORWARD, part);
                add(window, e, i, Direction.BACK, part);
            }
        }
    }

    private void add(Exchanges window, Estimate e, int i, Direction direction, Part part) {
        long begin = window.stamp(part.begin, beginPosition(direction, part), i);
        long end = window.stamp(part.end, endPosition(direction, part), i);
        if (begin == Exchanges.MISSING || end == Exchanges.MISSING) {
            return;
        }
        double delay;
        if (!part.crosses) {
            delay = end - begin;
        } else if (direction == Direction.FORWARD) {
            delay = (end - begin - e.baseNanos()) - (e.offsetNanos() + e.slope() * (begin - e.x0Nanos()));
        } else {
            delay = (end - begin + e.baseNanos()) + (e.offsetNanos() + e.slope() * (end - e.x0Nanos()));
        }
        int s = index(direction, part);
        if (count[s] == delays[s].length) {
            delays[s] = Arrays.copyOf(delays[s], 2 * count[s]);
        }
        delays[s][count[s]++] = delay;
    }

    private static int beginPosition(Direction direction, Part part) {
        int sender = direction == Direction.FORWARD ? 1 : 3;
        return part.fromSender ? sender : sender + 1;
    }

    private static int endPosition(Direction direction, Part part) {
        return part == Part.SEND ? beginPosition(direction, part) : direction == Direction.FORWARD ? 2 : 4;
    }

    private static int index(Direction direction, Part part) {
        return direction.ordinal() * Part.values().length + part.ordinal();
    }

    /** Returns all stages, those of forward messages first. */
    public List<Stage> stages() {
        List<Stage> all = new ArrayList<>();
        for (Direction direction : Direction.values()) {
            for (Part part : Part.values()) {
                int s = index(direction, part);
                double[] sorted = Arrays.copyOf(delays[s], count[s]);
                Arrays.sort(sorted);
                all.add(new Stage(direction, part, name(part.begin, beginPosition(direction, part)),
                        name(part.end, endPosition(direction, part)), sorted));
            }
        }
        return all;
    }

    private static String name(Stamps stamps, int position) {
        return (stamps == Stamps.USER ? "t" : "k") + position;
    }
}
