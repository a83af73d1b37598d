package runbench.cli.results;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.base.error.RunbenchException;
import runbench.measure.results.ListedResult;

/** Options that select results. */
final class ResultFilter {
    private static final List<String> STATES = List.of("finished", "failed", "interrupted", "running", "incomplete",
            "not finished", "unreadable");

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

    List<ListedResult> of(List<ListedResult> all) {
        requireDate("--before", before);
        requireDate("--after", after);
        if (state != null && STATES.stream().noneMatch(s -> s.contains(state.toLowerCase(Locale.ROOT)))) {
            throw RunbenchException.badInput("--state " + state + ": there is no such state")
                    .remedy("choose one of " + String.join(", ", STATES));
        }
        List<ListedResult> kept = all.stream()
                .filter(r -> names.isEmpty() || names.stream().anyMatch(n -> named(r, n)))
                .filter(r -> kind == null || r.kind() == kind)
                .filter(r -> state == null
                        || r.state().toLowerCase(Locale.ROOT).contains(state.toLowerCase(Locale.ROOT)))
                .filter(r -> before == null
                        || !r.started().isEmpty() && r.started().compareTo(before.replace(' ', 'T')) < 0)
                .filter(r -> after == null || r.started().compareTo(after.replace(' ', 'T')) >= 0)
                .toList();
        return last == null || kept.size() <= last ? kept : kept.subList(kept.size() - Math.max(0, last), kept.size());
    }

    /** Dates are compared as text: a year with any further parts. */
    private static void requireDate(String option, String date) {
        if (date != null && !date.matches("\\d{4}(-\\d\\d(-\\d\\d([T ]\\d\\d(:\\d\\d(:\\d\\d(\\.\\d*)?Z?)?)?)?)?)?")) {
            throw RunbenchException.badInput(option + " " + date + ": no date")
                    .remedy("write for example " + option + " 2026-01-31 or 2026-01-31T02:10 (UTC)");
        }
    }

    /** Returns whether any condition was given. */
    boolean any() {
        return !names.isEmpty() || kind != null || state != null || before != null || after != null || last != null;
    }

    static boolean named(ListedResult r, String name) {
        String path = r.path().toAbsolutePath().normalize().toString();
        String asked = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
        return r.name().toLowerCase(Locale.ROOT).contains(asked.toLowerCase(Locale.ROOT)) || path.endsWith("/" + asked)
                || path.equals(asked);
    }
}
