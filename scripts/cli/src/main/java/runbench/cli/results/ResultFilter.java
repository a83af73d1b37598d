package runbench.cli.results;

import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.measure.results.ListedResult;
import runbench.measure.results.ResultSelection;

/** Options that select results. */
final class ResultFilter {
    @Parameters(paramLabel = "NAME", arity = "0..*",
            description = "Benchmarks, parts of their names, or runs' folders (default: all).")
    private List<String> names = List.of();

    @Option(names = "--kind", paramLabel = "KIND", order = 1,
            description = "Only results of this kind: ${COMPLETION-CANDIDATES}.")
    private ListedResult.Kind kind;

    @Option(names = "--state", paramLabel = "STATE", order = 2,
            description = "Only results in this state: finished, failed, interrupted, running.")
    private String state;

    @Option(names = "--before", paramLabel = "DATE", order = 3,
            description = "Only results that began before this date, for example 2026-01-31 (UTC).")
    private String before;

    @Option(names = "--after", paramLabel = "DATE", order = 3,
            description = "Only results that began at or after this date.")
    private String after;

    @Option(names = "--last", paramLabel = "N", order = 4, description = "Only the last N of these.")
    private Integer last;

    ResultSelection selection() {
        return new ResultSelection(names, kind, state, before, after, last);
    }
}
