package runbench.measure.results;

import java.util.List;
import java.util.Locale;
import runbench.base.error.RunbenchException;

/**
 * A selection of results. A null condition selects all.
 *
 * @param names benchmarks, parts of their names, or folders; empty: all
 * @param kind kind of the result
 * @param state part of a state, for example "failed"
 * @param before date, for example "2026-01-31"; earlier results are selected, UTC
 * @param after date; results at or after it are selected, UTC
 * @param last maximum number of results, the latest ones
 */
public record ResultSelection(List<String> names, ListedResult.Kind kind, String state, String before, String after,
        Integer last) {
    private static final List<String> STATES = List.of("finished", "failed", "interrupted", "running", "incomplete",
            "not finished", "unreadable");

    /** @throws RunbenchException (bad input) a date or state is unknown */
    public ResultSelection {
        names = List.copyOf(names);
        requireDate("--before", before);
        requireDate("--after", after);
        String asked = state;
        if (asked != null && STATES.stream().noneMatch(s -> s.contains(lower(asked)))) {
            throw RunbenchException.badInput("--state " + state + ": there is no such state")
                    .remedy("choose one of " + String.join(", ", STATES));
        }
    }

    /** Dates are compared as text: a year with any further parts. */
    private static void requireDate(String option, String date) {
        if (date != null && !date.matches("\\d{4}(-\\d\\d(-\\d\\d([T ]\\d\\d(:\\d\\d(:\\d\\d(\\.\\d*)?Z?)?)?)?)?)?")) {
            throw RunbenchException.badInput(option + " " + date + ": no date")
                    .remedy("write for example " + option + " 2026-01-31 or 2026-01-31T02:10 (UTC)");
        }
    }

    /** Returns the selected results in their order. */
    public List<ListedResult> of(List<ListedResult> all) {
        List<ListedResult> kept = all.stream()
                .filter(r -> names.isEmpty() || names.stream().anyMatch(r::isNamed))
                .filter(r -> kind == null || r.kind() == kind)
                .filter(r -> state == null || lower(r.state()).contains(lower(state)))
                .filter(r -> before == null
                        || !r.started().isEmpty() && r.started().compareTo(before.replace(' ', 'T')) < 0)
                .filter(r -> after == null || r.started().compareTo(after.replace(' ', 'T')) >= 0)
                .toList();
        return last == null || kept.size() <= last ? kept : kept.subList(kept.size() - Math.max(0, last), kept.size());
    }

    /** Returns whether the selection has a condition. */
    public boolean isLimited() {
        return !names.isEmpty() || kind != null || state != null || before != null || after != null || last != null;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
