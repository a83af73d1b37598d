package runbench.livelog;

import java.util.Optional;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime;
import runbench.base.timeline.Timeline;

/**
 * The heartbeats of one node, compared with the reference's clock. A heartbeat contradicts causality if its stamp lies
 * in the reference's future, or before the stamp of the heartbeat before it: the node's clock stepped. For one thread
 * at a time.
 */
final class ClockWatch {
    /** Bound of a clock's rate error after a step, ns per ns: the rate may have changed too. */
    private static final double RATE_ERROR = 5e-4;

    private final PlacedStamp at = new PlacedStamp();
    private boolean hasHeartbeat;
    private long lastClock;
    private long lastArrival;

    /**
     * A step of the clock.
     *
     * @param nanos smallest size of the step, ns; negative: backward
     * @param timeline the clock as it is known from the heartbeats alone, until it is measured again
     */
    record Step(long nanos, Timeline timeline) {}

    /**
     * Takes one heartbeat.
     *
     * @param clockNanos its stamp
     * @param refNanos reference time of its arrival
     * @param known the model of the clock so far
     */
    Optional<Step> heartbeat(long clockNanos, long refNanos, Timeline known) {
        Optional<Step> step = Optional.empty();
        if (hasHeartbeat && clockNanos < lastClock) {
            step = Optional.of(step(clockNanos - lastClock, clockNanos, refNanos, known));
        } else {
            known.locate(clockNanos, at);
            double ahead = at.refNanos() - refNanos + at.loNanos();
            if (ahead > 0) {
                step = Optional.of(step((long) ahead, clockNanos, refNanos, known));
            }
        }
        hasHeartbeat = true;
        lastClock = clockNanos;
        lastArrival = refNanos;
        return step;
    }

    private Step step(long nanos, long clockNanos, long refNanos, Timeline before) {
        long last = hasHeartbeat ? lastClock : Long.MIN_VALUE;
        long lastNanos = refNanos;
        if (hasHeartbeat) {
            before.locate(last, at);
            lastNanos = Math.min(at.earliest(), lastArrival);
        }
        return new Step(nanos, new AfterStep(before, last, clockNanos, refNanos,
                hasHeartbeat ? lastNanos - refNanos : Double.NEGATIVE_INFINITY, nanos < 0));
    }

    /**
     * The clock from a step on: its stamp of the heartbeat that showed the step was made at or before the arrival of
     * that heartbeat, and after the heartbeat before it.
     *
     * @param before the model before the step
     * @param lastClock stamp of the last heartbeat before the step
     * @param clock stamp of the first heartbeat after it
     * @param arrival reference time of the arrival of the latter
     * @param earliest when it was made at the earliest, relative to its arrival
     */
    private record AfterStep(Timeline before, long lastClock, long clock, long arrival, double earliest,
            boolean isBackward) implements Timeline {
        @Override
        public void locate(long stamp, PlacedStamp out) {
            before.locate(stamp, out);
            boolean isOld = lastClock != Long.MIN_VALUE && out.refNanos() <= arrival;
            if (isOld && (!isBackward || stamp < clock)) {
                return;
            }
            long after = Math.addExact(arrival, Math.subtractExact(stamp, clock));
            double rate = RATE_ERROR * Math.abs((double) (stamp - clock));
            if (isOld) {
                // The clock shows these stamps twice, and a file repeats its last stamp until the clock has reached it
                // again.
                out.set(out.refNanos(), Double.NaN, out.loNanos(),
                        Math.max(out.hiNanos(), after - out.refNanos() + rate), ReferenceTime.How.STEPPED);
            } else {
                out.set(after, Double.NaN, earliest - rate, rate, ReferenceTime.How.STEPPED);
            }
        }
    }
}
