package runbench.schedule.workload;

import runbench.base.error.RunbenchException;
import runbench.schedule.profile.BandwidthProfile;

/** Where profiles come from that a workload only names. */
@FunctionalInterface
public interface ProfileFinder {
    /**
     * @param name a profile of the library, or a file of one
     * @throws RunbenchException exit code 2 where there is none
     */
    BandwidthProfile find(String name);
}
