package runbench.schedule.profile.recorded;

import java.util.Optional;
import runbench.base.quantity.Units;
import runbench.schedule.profile.ProfileOrigin.TimeSource;

/**
 * The options of a profile.
 *
 * @param traffic name of the traffic metric; null for the best one that the recording supports
 * @param most maximum number of steps, from 1
 * @param time time of instructions for recordings without a clock
 */
public record ProfileRequest(String traffic, int most, Optional<TimeOfInstructions> time) {
    /** Default maximum number of steps: enough for phases of 0.3 s in one minute, and readable by a person. */
    public static final int STEPS = 200;
    /** Maximum number of steps that the resolution of the counts supports. */
    public static final int MOST_STEPS = 10_000;

    public static final ProfileRequest USUAL = new ProfileRequest(null, STEPS, Optional.empty());

    /** Returns the same request with another time of instructions. */
    public ProfileRequest by(Optional<TimeOfInstructions> other) {
        return new ProfileRequest(traffic, most, other);
    }

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
}
