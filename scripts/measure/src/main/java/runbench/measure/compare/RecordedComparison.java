package runbench.measure.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;

/**
 * A comparison of recorded runs.
 *
 * @param all one comparison per benchmark and period
 * @param pairs folder of interleaved pairs, which can be resumed; empty: the runs were recorded separately
 */
public record RecordedComparison(List<NamedComparison> all, Optional<Path> pairs) {
    /**
     * Compares recorded runs.
     *
     * @param places two folders, or one folder of interleaved pairs
     * @throws RunbenchException (bad input) the places cannot be compared
     */
    public static RecordedComparison of(List<String> places, CompareRequest request) {
        if (places.contains(ComparePlan.BETWEEN)) {
            throw RunbenchException.badInput("two programs without a number of runs")
                    .remedy("runbench compare -n 10 -- A ... -- B ...");
        }
        if (places.size() == 1 && ComparePlan.isIn(Path.of(places.get(0)))) {
            Path folder = Path.of(places.get(0));
            return new RecordedComparison(List.of(PairedRuns.judged(folder, ComparePlan.read(folder), request)),
                    Optional.of(folder));
        }
        if (places.size() != 2) {
            throw RunbenchException.badInput("compare needs two arguments: A and B")
                    .remedy("name two folders of runs: runbench compare A B; or run both: "
                            + "runbench compare -n 10 -- A ... -- B ...");
        }
        return new RecordedComparison(
                KeptRuns.compare(side(places.get(0), request), side(places.get(1), request), request, null),
                Optional.empty());
    }

    private static KeptRuns side(String place, CompareRequest request) {
        return KeptRuns.of(place, List.of(Path.of(place)), request.anyStatus());
    }
}
