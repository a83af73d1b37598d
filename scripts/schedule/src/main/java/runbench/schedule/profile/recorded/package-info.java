/**
 * Reads a profile out of a recorded run, in one reading of it. The entrance is
 * {@link runbench.schedule.profile.recorded.RecordedProfile}.
 */
package runbench.schedule.profile.recorded;
