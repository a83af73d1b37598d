package runbench.parser.stats;

import java.util.List;

/**
 * What the program logged of itself, in the run's summary.
 *
 * @param events in all
 * @param points of these, neither begin nor end of anything
 * @param edges in words: how counts were given to regions
 * @param regions those with most time first
 * @param remarks what of the log is damaged, dropped or missing
 */
public record LoggedSummary(long events, long points, int files, String edges, List<RegionSummary> regions,
        List<String> remarks) {}
