package runbench.schedule.simulate;

import java.util.List;

/**
 * A workload under several policies.
 *
 * @param name of the workload
 * @param idealBandwidth what its programs would move if they shared the CPUs evenly and never waited for one another
 * @param bound what no schedule can beat
 * @param best what a search has found; null where there are too many programs to search
 * @param results in the order in which the policies were asked for
 */
public record StudiedWorkload(String name, double idealBandwidth, ScheduleBound bound, BestFound best,
        List<PolicyResult> results) {
    public StudiedWorkload {
        results = List.copyOf(results);
    }
}
