package runbench.parser.stats;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.parser.record.CountSource;
import runbench.parser.record.Term;

/** Where the counts of a run come from, in the order of its events. */
public record CountSources(List<Term<CountSource>> all) {
    private static final String SEPARATOR = "+";

    public CountSources {
        all = List.copyOf(all);
    }

    @JsonCreator
    public static CountSources of(String label) {
        return new CountSources(
                Stream.of(label.split("\\" + SEPARATOR)).map(word -> Term.of(CountSource.class, word)).toList());
    }

    /** The words of all, joined: "pmu+software". */
    @JsonValue
    public String label() {
        return all.stream().map(Term::label).collect(Collectors.joining(SEPARATOR));
    }

    /** True when all counts come from it. */
    public boolean only(CountSource source) {
        return all.stream().allMatch(term -> term.is(source));
    }
}
