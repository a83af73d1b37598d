package runbench.parser.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import runbench.parser.compare.Comparison.ComparedSide;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.Measurand.Direction;
import runbench.parser.compare.MetricComparison.RatioInterval;

/**
 * The comparisons of several programs that ran in interleaved rounds, and the order of the programs.
 *
 * @param comparison comparison of the second program with the first one
 * @param further the other comparisons of the family; empty for two programs
 * @param ranking programs in the order of the primary quantity, the best first; empty for two programs that are not a
 *     sweep
 * @param sweep the primary quantity by the values of parameters; null without parameters
 */
public record MultipleComparison(Comparison comparison,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Comparison> further,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<RankedProgram> ranking,
        @JsonInclude(JsonInclude.Include.NON_NULL) Sweep sweep) {
    /**
     * One program among several.
     *
     * @param name letter of the program
     * @param label the program as typed
     * @param value geometric mean of the primary quantity over the rounds
     * @param unit unit of the value; may be empty
     * @param ratio value relative to the first program, with its interval; 1 for the first program itself
     * @param verdict verdict relative to the first program; null for the first program itself
     */
    public record RankedProgram(String name, String label, double value, String unit, RatioInterval ratio,
            RatioVerdict verdict) {}

    /**
     * Returns the comparisons of a family in its order.
     *
     * @param all at least one; the first compares the second program with the first one
     */
    public static MultipleComparison of(List<Comparison> all) {
        Comparison first = all.get(0);
        boolean swept = !first.a().parameters().isEmpty();
        return new MultipleComparison(first, List.copyOf(all.subList(1, all.size())),
                all.size() == 1 && !swept ? List.of() : ranked(all), swept ? Sweep.of(withReference(all)) : null);
    }

    private static List<RankedProgram> ranked(List<Comparison> all) {
        List<RankedProgram> programs = new ArrayList<>();
        Comparison first = all.get(0);
        MetricComparison primary = first.primary();
        programs.add(ranked(first.a(), primary, centres(first)[0], new RatioInterval(1.0, 1.0, 1.0), null));
        for (Comparison c : withReference(all)) {
            programs.add(ranked(c.b(), c.primary(), centres(c)[1], c.primary().ratio(), c.primary().verdict()));
        }
        Comparator<RankedProgram> byRatio = Comparator.comparingDouble(p -> p.ratio().ratio());
        programs.sort(primary.what().direction() == Direction.HIGHER ? byRatio.reversed() : byRatio);
        return List.copyOf(programs);
    }

    private static RankedProgram ranked(ComparedSide side, MetricComparison m, double value, RatioInterval ratio,
            RatioVerdict verdict) {
        return new RankedProgram(side.name(), side.label(), value, m.what().unit(), ratio, verdict);
    }

    private static double[] centres(Comparison c) {
        MetricComparison m = c.primary();
        return c.pairing() == Pairing.INTERLEAVED ? m.geometricMeans() : new double[]{m.medianA(), m.medianB()};
    }

    private static List<Comparison> withReference(List<Comparison> all) {
        String reference = all.get(0).a().name();
        return all.stream().filter(c -> c.a().name().equals(reference)).toList();
    }

    /** Returns whether there are more than two programs, or a sweep. */
    public boolean hasRanking() {
        return !ranking.isEmpty();
    }

    /** Returns all comparisons. */
    public List<Comparison> all() {
        return Stream.concat(Stream.of(comparison), further.stream()).toList();
    }

    /** Returns the comparisons with the first program. */
    public List<Comparison> withReference() {
        return withReference(all());
    }

    /** Returns the programs in the order of the command. */
    public List<ComparedSide> programs() {
        return Stream.concat(Stream.of(comparison.a()), withReference().stream().map(Comparison::b)).toList();
    }
}
