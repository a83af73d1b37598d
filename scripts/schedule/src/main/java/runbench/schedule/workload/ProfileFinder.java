package runbench.schedule.workload;

import runbench.base.error.RunbenchException;
import runbench.schedule.profile.BandwidthProfile;

/** Finds the profiles that a workload names. */
@FunctionalInterface
public interface ProfileFinder {
    /**
     * Finds a profile.
     *
     * @param name name in the library, or a file
     * @throws RunbenchException exit code 2 if there is none
     */
    BandwidthProfile find(String name);
}
