package runbench.measure.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.measure.results.ResultList;

/**
 * A comparison of recorded runs.
 *
 * @param all one comparison per benchmark and period; or all comparisons of the programs that ran in rounds
 * @param pairs folder of interleaved rounds, which can be resumed; empty: the runs were recorded separately
 */
public record RecordedComparison(List<NamedComparison> all, Optional<Path> pairs) {
    /**
     * Compares recorded runs.
     *
     * @param names two runs or folders of runs, or one folder of interleaved pairs; each a path or a run's name
     * @throws RunbenchException (bad input) the places cannot be compared
     */
    public static RecordedComparison of(List<String> names, CompareRequest request) throws IOException {
        if (names.contains(ComparePlan.BETWEEN)) {
            throw RunbenchException.badInput("two programs without a number of runs")
                    .remedy("runbench compare -n 10 -- A ... -- B ...");
        }
        if (names.isEmpty() || names.size() > 2) {
            throw needsTwo();
        }
        List<Path> places = new ArrayList<>();
        for (String name : names) {
            places.add(ResultList.path(name, ResultFolders.root()));
        }
        if (places.size() == 1 && ComparePlan.isIn(places.get(0))) {
            Path folder = places.get(0);
            return new RecordedComparison(PairedRuns.judged(folder, ComparePlan.read(folder), request),
                    Optional.of(folder));
        }
        if (places.size() != 2) {
            throw needsTwo();
        }
        return new RecordedComparison(
                KeptRuns.compare(KeptRuns.of("A", names.get(0), Map.of(), places.subList(0, 1), request.anyStatus()),
                        KeptRuns.of("B", names.get(1), Map.of(), places.subList(1, 2), request.anyStatus()), request,
                        null, 1),
                Optional.empty());
    }

    private static RunbenchException needsTwo() {
        return RunbenchException.badInput("compare needs two arguments: A and B")
                .remedy("name two runs or folders of runs: runbench compare A B; or run both: "
                        + "runbench compare -n 10 -- A ... -- B ...");
    }
}
