/**
 * Computes the profile of a recorded run in one pass over the recording. The entrance is
 * {@link runbench.schedule.profile.recorded.RecordedProfile}.
 */
package runbench.schedule.profile.recorded;
