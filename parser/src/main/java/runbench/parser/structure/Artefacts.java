package runbench.parser.structure;

import runbench.parser.series.Axis;

/**
 * Periods that the measurement or the machine causes, not the program: the timer tick and time slices of a few ticks,
 * the rotation of multiplexed events, the quota of a control group, and the polling of the counters. A repetition with
 * such a period must be clearer than others. A program that itself acts at a fixed period is no artefact; if that
 * period is one of these, only a factor of 2 tells it from them.
 *
 * @param rotation length of one rotation of multiplexed events, in the unit of the axis; 0 without multiplexing
 * @param polling period at which the counters were read, in the unit of the axis; 0 if the kernel sampled
 * @param seconds whether the axis is time
 */
record Artefacts(double rotation, double polling, boolean seconds) {
    /** Periods of the timer tick with CONFIG_HZ 1000, 300, 250 and 100. */
    private static final double[] TICKS = {0.001, 1.0 / 300, 0.004, 0.01};
    /** Default period of the CPU quota of a control group (cpu.max). */
    private static final double QUOTA = 0.1;
    private static final int MULTIPLES = 3;
    /** Largest time slice in ticks, and in seconds. */
    private static final int SLICE_TICKS = 5;
    private static final double MAX_SLICE = 0.021;
    private static final double TOLERANCE = 0.03;

    static Artefacts of(Axis axis, double rotation, double polling) {
        return new Artefacts(rotation, polling, axis != Axis.INSTRUCTIONS);
    }

    /** Returns whether a period is within 3 % of an artefact's, or of a small multiple of it. */
    boolean include(double period) {
        if (isMultiple(period, rotation, MULTIPLES) || isMultiple(period, polling, SLICE_TICKS)) {
            return true;
        }
        boolean any = seconds && Math.abs(period / QUOTA - 1) <= TOLERANCE;
        for (double tick : TICKS) {
            any |= seconds && isMultiple(period, tick, period <= MAX_SLICE ? SLICE_TICKS : MULTIPLES);
        }
        return any;
    }

    private static boolean isMultiple(double period, double of, int multiples) {
        double multiple = of > 0 ? Math.rint(period / of) : 0;
        return multiple >= 1 && multiple <= multiples && Math.abs(period / (multiple * of) - 1) <= TOLERANCE;
    }
}
