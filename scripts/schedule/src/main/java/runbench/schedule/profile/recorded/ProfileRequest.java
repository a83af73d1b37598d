package runbench.schedule.profile.recorded;

import java.util.Optional;

/**
 * What is asked of a profile.
 *
 * @param traffic name of the metric that tells the traffic; null for the best that the recording tells
 * @param most steps at most, from 1
 * @param equal equal parts, whatever changes
 * @param time of instructions where the recording has no clock
 */
public record ProfileRequest(String traffic, int most, boolean equal, Optional<TimeOfInstructions> time) {
    /** Phases of a minute that last 0.3 s each, and no more than a person can look at. */
    public static final int STEPS = 200;
    /** More would be finer than what is counted. */
    public static final int MOST_STEPS = 10_000;

    public static final ProfileRequest USUAL = new ProfileRequest(null, STEPS, false, Optional.empty());

    /** The same with another time of instructions. */
    public ProfileRequest by(Optional<TimeOfInstructions> other) {
        return new ProfileRequest(traffic, most, equal, other);
    }
}
