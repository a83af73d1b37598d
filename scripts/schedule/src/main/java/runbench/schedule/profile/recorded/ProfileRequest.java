package runbench.schedule.profile.recorded;

import java.util.Optional;

/**
 * The options of a profile.
 *
 * @param traffic name of the traffic metric; null for the best one that the recording supports
 * @param most maximum number of steps, from 1
 * @param equal true for equal parts regardless of change points
 * @param time time of instructions for recordings without a clock
 */
public record ProfileRequest(String traffic, int most, boolean equal, Optional<TimeOfInstructions> time) {
    /** Default maximum number of steps: enough for phases of 0.3 s in one minute, and readable by a person. */
    public static final int STEPS = 200;
    /** Maximum number of steps that the resolution of the counts supports. */
    public static final int MOST_STEPS = 10_000;

    public static final ProfileRequest USUAL = new ProfileRequest(null, STEPS, false, Optional.empty());

    /** Returns the same request with another time of instructions. */
    public ProfileRequest by(Optional<TimeOfInstructions> other) {
        return new ProfileRequest(traffic, most, equal, other);
    }
}
