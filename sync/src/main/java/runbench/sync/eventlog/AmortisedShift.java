package runbench.sync.eventlog;

import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.ReferenceTime.How;

/**
 * Shifts events together with the events that their clock stamped around them. A clock that is wrong at one moment is
 * wrong by about the same amount shortly before and after. The shift decreases linearly on both sides, so intervals
 * between events of one clock change by at most that rate. <p>This is the amortisation of the controlled logical clock:
 * R. Rabenseifner, "The controlled logical clock - a global time for trace based software monitoring of parallel
 * applications in workstation clusters", PDP 1997; D. Becker, R. Rabenseifner, F. Wolf, J. Linford, "Scalable timestamp
 * synchronization for event traces of message-passing applications", Parallel Computing 35 (2009) 595-607.
 */
public final class AmortisedShift {
    /**
     * Decrease of the shift, ns per ns of distance. Simulated clocks with errors of 2 us that wander within
     * milliseconds: a mean error of 1.87 us becomes 1.83 at 1, 1.63 at 0.01, 1.62 at 0.003, 1.69 at 0.001 and 2.03 at
     * 0.0001, because clocks do not stay wrong.
     */
    static final double SHIFT_DECREASE_RATE = 0.01;

    private AmortisedShift() {
    }

    /**
     * Returns the remaining shift at a distance, ns.
     *
     * @param shiftNanos shift, ns
     * @param distanceNanos distance before or after the shifted event, ns
     */
    public static long remaining(long shiftNanos, long distanceNanos) {
        return shiftNanos <= 0 ? 0 : Math.max(0, shiftNanos - (long) Math.ceil(distanceNanos * SHIFT_DECREASE_RATE));
    }

    /**
     * Returns the latest time to which an event may be shifted without a message that requires it. This is the end of
     * its clock's guaranteed interval, if one is stated.
     */
    public static long latestTime(PlacedStamp at) {
        return at.how() == How.IDENTITY ? Long.MAX_VALUE : Math.max(at.refNanos(), at.latest());
    }

    /**
     * Returns the shown time of an event as it follows from the preceding event of its clock.
     *
     * @param at time of the event by the clock's model
     * @param beforeRefNanos time of the preceding event by the clock's model, ns
     * @param beforeShownNanos shown time of the preceding event, ns
     */
    public static long shownTime(PlacedStamp at, long beforeRefNanos, long beforeShownNanos) {
        long shift = remaining(beforeShownNanos - beforeRefNanos, at.refNanos() - beforeRefNanos);
        return shift == 0 ? Math.max(at.refNanos(), beforeShownNanos)
                : Math.max(beforeShownNanos, Math.min(at.refNanos() + shift, latestTime(at)));
    }
}
