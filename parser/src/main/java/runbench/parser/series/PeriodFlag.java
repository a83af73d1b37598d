package runbench.parser.series;

import runbench.parser.record.Flag;

/** What is to be known about a period, as bits: the lower ones are the sampler's ({@link Flag}), the others derived. */
public final class PeriodFlag {
    public static final int LOST = Flag.LOST;
    public static final int THROTTLED = Flag.THROTTLED;
    public static final int LATE = Flag.LATE;
    public static final int DERIVED = Flag.DERIVED;
    /** Longer than 1.5 nominal periods: the reference project's threshold for discarding a line. */
    public static final int IRREGULAR = 1 << 16;
    /** Polled, and nothing ran since the previous poll. */
    public static final int REPEATED = 1 << 17;
    /** The rest of a task after its last sample: its counts belong to the totals, but it is not a period. */
    public static final int CLOSE = 1 << 18;

    /** The difference of at least one counter is more than a CPU can count: that event has no count in this period. */
    public static final int FAULT = 1 << 19;

    private PeriodFlag() {
    }
}
