package runbench.schedule.simulate;

import java.util.List;

/**
 * The results of a workload under several policies.
 *
 * @param name name of the workload
 * @param idealBandwidth traffic of its programs if they shared the CPUs evenly and never waited for one another
 * @param bound lower bounds of all schedules
 * @param best best schedules that a search found; null with too many programs
 * @param results results in the requested order of the policies
 */
public record StudiedWorkload(String name, double idealBandwidth, ScheduleBound bound, BestFound best,
        List<PolicyResult> results) {
    public StudiedWorkload {
        results = List.copyOf(results);
    }
}
