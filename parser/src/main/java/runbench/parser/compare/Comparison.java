package runbench.parser.compare;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The result of comparing B with A, with its evidence.
 *
 * @param runs number of pairs, or of runs of the side with fewer runs
 * @param seed seed of the random order of the pairs; null if the order was not random
 * @param confidence confidence of all intervals, 0..1
 * @param margin relative margin of equality, such as 0.01
 * @param primary the quantity chosen in advance; only it has no correction for multiple tests
 * @param others the other quantities, in the order of the summaries
 * @param differences between the circumstances of both sides
 * @param unintended whether more than one fact differs, so that the cause of a difference is unknown
 * @param disturbed known disturbances of the runs
 * @param leftOut runs that were not compared, with the reason
 */
public record Comparison(ComparedSide a, ComparedSide b, Pairing pairing, int runs, Long seed, double confidence,
        double margin, MetricComparison primary, List<MetricComparison> others, List<AbsentMetric> absent,
        List<Difference> differences, boolean unintended, List<DisturbedRuns> disturbed, List<String> leftOut) {
    /** Minimum number of pairs with which the signed rank test can give p &lt; 0.05. */
    public static final int FEWEST_PAIRS = PairsNeeded.forRanks(1, 0.05);

    /** Returns the minimum number of pairs with which every other quantity can differ after Holm's correction. */
    public int fewestForAll() {
        return Math.max(FEWEST_PAIRS, PairsNeeded.forRanks(Math.max(1, others.size()), 1 - confidence));
    }

    /** Returns all quantities, the primary one first. */
    public List<MetricComparison> all() {
        return Stream.concat(Stream.of(primary), others.stream()).toList();
    }

    public Optional<MetricComparison> metric(String name) {
        return all().stream().filter(m -> m.what().name().equals(name)).findFirst();
    }

    /** Returns whether a rank test cannot give p &lt; 0.05 for any values. */
    public boolean tooFewForRanks() {
        return pairing == Pairing.INTERLEAVED ? runs < FEWEST_PAIRS : primary.p() == null;
    }

    /** Returns a copy with the differences of circumstances and the disturbances. */
    public Comparison with(List<Difference> found, List<DisturbedRuns> by) {
        return new Comparison(a, b, pairing, runs, seed, confidence, margin, primary, others, absent, found,
                Circumstances.moreThanIntended(found), by, leftOut);
    }
}
