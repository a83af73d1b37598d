package runbench.schedule.profile.recorded;

import runbench.base.quantity.Units;
import runbench.schedule.profile.ProfileOrigin.TimeSource;

/**
 * The time of instructions that were counted without a clock; all instructions take equal time.
 *
 * @param source source of the time
 * @param whole seconds of all instructions; NaN if the time of one is known
 * @param perInstruction seconds of one instruction; NaN if the whole is known
 * @param words description of the source
 */
public record TimeOfInstructions(TimeSource source, double whole, double perInstruction, String words) {
    /**
     * Returns a time based on a native run.
     *
     * @param seconds running time of a native run of the same program
     * @param run name of that run, for people
     */
    public static TimeOfInstructions ofRun(double seconds, String run) {
        return new TimeOfInstructions(TimeSource.NATIVE_RUN, seconds, Double.NaN,
                Units.seconds(seconds) + " of running time of " + run
                        + ", spread evenly over the instructions; in reality, memory-bound stretches take longer");
    }

    /**
     * Returns a time of one instruction per cycle.
     *
     * @param hertz frequency of the clock
     */
    public static TimeOfInstructions ofClock(double hertz) {
        return new TimeOfInstructions(TimeSource.STATED_CLOCK, Double.NaN, 1 / hertz,
                "not measured: one instruction per cycle of a stated clock of " + Units.si(hertz) + "Hz");
    }

    double perInstruction(double instructions) {
        return Double.isNaN(perInstruction) ? whole / instructions : perInstruction;
    }
}
