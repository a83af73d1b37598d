package runbench.schedule.profile.recorded;

import runbench.base.quantity.Units;
import runbench.schedule.profile.ProfileOrigin.TimeSource;

/**
 * How long instructions take that were counted without a clock: each as long as any other.
 *
 * @param whole seconds that all of them take; NaN where one is known
 * @param perInstruction seconds that one takes; NaN where the whole is known
 * @param words where that is from
 */
public record TimeOfInstructions(TimeSource source, double whole, double perInstruction, String words) {
    /** @param seconds running time of the same program under its own power @param run it, for people */
    public static TimeOfInstructions ofRun(double seconds, String run) {
        return new TimeOfInstructions(TimeSource.NATIVE_RUN, seconds, Double.NaN,
                Units.seconds(seconds) + " of running time of " + run
                        + ", spread evenly over the instructions: stretches that wait for memory took longer");
    }

    /** @param hertz of a clock, with an instruction in each cycle */
    public static TimeOfInstructions ofClock(double hertz) {
        return new TimeOfInstructions(TimeSource.STATED_CLOCK, Double.NaN, 1 / hertz,
                "not measured: one instruction per cycle of a stated clock of " + Units.si(hertz) + "Hz");
    }

    double perInstruction(double instructions) {
        return Double.isNaN(perInstruction) ? whole / instructions : perInstruction;
    }
}
