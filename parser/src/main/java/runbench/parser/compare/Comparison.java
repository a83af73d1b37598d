package runbench.parser.compare;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether B differs from A, with all that one has to know to believe it.
 *
 * @param runs pairs, or runs of the side that has fewer
 * @param seed of the order in which pairs were run; null where it was not drawn
 * @param confidence of all intervals
 * @param margin what is nearer to 1 than this is the same: 0.01
 * @param primary the quantity named beforehand: it alone is judged without a correction for many
 * @param others in the order of the summaries
 * @param differences between the circumstances of both sides
 * @param unintended these are more than one thing: what made the difference cannot be told
 * @param disturbed what is known to have disturbed them
 * @param leftOut runs that were not compared, and why
 */
public record Comparison(ComparedSide a, ComparedSide b, Pairing pairing, int runs, Long seed, double confidence,
        double margin, MetricComparison primary, List<MetricComparison> others, List<AbsentMetric> absent,
        List<Difference> differences, boolean unintended, List<DisturbedRuns> disturbed, List<String> leftOut) {
    /** The fewest pairs with which the signed rank test can say p &lt; 0.05. */
    public static final int FEWEST_PAIRS = PairsNeeded.forRanks(1, 0.05);

    /** The fewest pairs with which each of the other quantities could be called different after Holm. */
    public int fewestForAll() {
        return Math.max(FEWEST_PAIRS, PairsNeeded.forRanks(Math.max(1, others.size()), 1 - confidence));
    }

    /** The primary quantity first. */
    public List<MetricComparison> all() {
        return Stream.concat(Stream.of(primary), others.stream()).toList();
    }

    public Optional<MetricComparison> metric(String name) {
        return all().stream().filter(m -> m.what().name().equals(name)).findFirst();
    }

    /** True where a rank test cannot say p &lt; 0.05 whatever the values are. */
    public boolean tooFewForRanks() {
        return pairing == Pairing.INTERLEAVED ? runs < FEWEST_PAIRS : primary.p() == null;
    }

    /** The same with what else is not alike on both sides, and what disturbed. */
    public Comparison with(List<Difference> found, List<DisturbedRuns> by) {
        return new Comparison(a, b, pairing, runs, seed, confidence, margin, primary, others, absent, found,
                Circumstances.moreThanIntended(found), by, leftOut);
    }
}
