package runbench.parser.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.parser.compare.Circumstances.Difference;
import runbench.parser.record.Labeled;

/**
 * The result of comparing B with A, with its evidence.
 *
 * @param runs number of pairs, or of runs of the side with fewer runs
 * @param seed seed of the random order of the pairs; null if the order was not random
 * @param confidence confidence of all intervals, 0..1
 * @param simultaneous number of comparisons of the primary quantity for which the confidence holds simultaneously; 1
 *     for two programs
 * @param margin relative margin of equality, such as 0.01
 * @param primary the quantity chosen in advance; only it has no correction for multiple tests
 * @param primaryReason reason why the rule chose the primary quantity; null: the user named it
 * @param others the other quantities, in the order of the summaries
 * @param differences between the circumstances of both sides
 * @param unintended whether more than one fact differs, so that the cause of a difference is unknown
 * @param disturbed known disturbances of the runs
 * @param outputs comparison of the programs' output; null: it was not compared
 * @param failed exit statuses other than 0, which were accepted, one sentence per side
 * @param leftOut runs that were not compared, with the reason
 */
public record Comparison(ComparedSide a, ComparedSide b, Pairing pairing, int runs, Long seed, double confidence,
        int simultaneous, double margin, MetricComparison primary, String primaryReason, List<MetricComparison> others,
        List<AbsentMetric> absent, List<Difference> differences, boolean unintended, List<DisturbedRuns> disturbed,
        OutputComparison outputs, List<String> failed, List<String> leftOut) {
    /** Minimum number of pairs with which the signed rank test can give p &lt; 0.05. */
    public static final int MIN_PAIRS = PairsNeeded.forRanks(1, 0.05);

    /** Returns the minimum number of pairs with which the primary quantity can differ. */
    public int fewestForPrimary() {
        return PairsNeeded.forRanks(simultaneous, 1 - confidence);
    }

    /** Returns the minimum number of pairs with which every other quantity can differ after Holm's correction. */
    public int fewestForAll() {
        return PairsNeeded.forRanks(simultaneous * Math.max(1, others.size()), 1 - confidence);
    }

    /** Returns all quantities, the primary one first. */
    public List<MetricComparison> all() {
        return Stream.concat(Stream.of(primary), others.stream()).toList();
    }

    public Optional<MetricComparison> metric(String name) {
        return all().stream().filter(m -> m.what().name().equals(name)).findFirst();
    }

    /** Returns whether a rank test cannot give p &lt; 0.05 for any values, and the primary quantity needs one. */
    public boolean tooFewForRanks() {
        return !primary.exact() && (pairing == Pairing.INTERLEAVED ? runs < fewestForPrimary() : primary.p() == null);
    }

    /** Returns a copy with the differences of circumstances and the disturbances. */
    public Comparison with(List<Difference> found, List<DisturbedRuns> by) {
        return new Comparison(a, b, pairing, runs, seed, confidence, simultaneous, margin, primary, primaryReason,
                others, absent, found, Circumstances.moreThanIntended(found), by, outputs, failed, leftOut);
    }

    /**
     * Returns a copy with the choice of the primary quantity.
     *
     * @param reason reason why the rule chose the primary quantity; null: the user named it
     */
    public Comparison chosenBy(String reason) {
        return new Comparison(a, b, pairing, runs, seed, confidence, simultaneous, margin, primary, reason, others,
                absent, differences, unintended, disturbed, outputs, failed, leftOut);
    }

    /** Returns a copy with the results of the programs: their outputs and exit statuses. */
    public Comparison with(OutputComparison compared, List<String> failures) {
        return new Comparison(a, b, pairing, runs, seed, confidence, simultaneous, margin, primary, primaryReason,
                others, absent, differences, unintended, disturbed, compared, List.copyOf(failures), leftOut);
    }

    /**
     * A quantity that cannot be compared.
     *
     * @param name of the quantity
     * @param reason why it cannot be compared; names the side if only one side lacks it
     */
    public record AbsentMetric(String name, String reason) {}

    /**
     * One side of a comparison.
     *
     * @param name letter of the side, {@code A} for the first; of a sweep the values of the parameters,
     *     {@code threads=2}
     * @param label name of the program, or path of its runs
     * @param runs paths of the runs, in the order of time
     * @param parameters value of each parameter of a sweep, by name; empty without one
     * @param circumstances facts about program, measurement and machine, for a later comparison with these runs
     */
    public record ComparedSide(String name, String label, List<String> runs,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> parameters,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Circumstances.Fact> circumstances) {
        public ComparedSide {
            circumstances = List.copyOf(circumstances);
            runs = List.copyOf(runs);
            parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters)); // in their order
        }
    }

    /**
     * A known disturbance of compared runs.
     *
     * @param kind name in the runs' records: {@code load}, {@code steal}
     * @param detail description from the first disturbed run
     * @param runs number of disturbed runs of both sides
     */
    public record DisturbedRuns(String kind, String detail, int runs) {}

    /** The relation between the n-th run of A and the n-th run of B. */
    public enum Pairing implements Labeled {
        /** Runs of a pair are adjacent in time: a disturbance affects both. */
        INTERLEAVED("interleaved pairs"),
        /** Separate runs: a drift of the machine looks like a difference of the programs. */
        UNPAIRED("unpaired runs");

        private final String label;

        Pairing(String label) {
            this.label = label;
        }

        @Override
        @JsonValue
        public String label() {
            return label;
        }

        /**
         * Returns the pairing by start times: interleaved if each pair starts before the next. Runs are in time order.
         */
        public static Pairing of(List<RunValues> a, List<RunValues> b) {
            if (a.size() != b.size() || a.size() < 2
                    || Stream.concat(a.stream(), b.stream()).map(RunValues::started).anyMatch(Objects::isNull)) {
                return UNPAIRED;
            }
            Instant before = Instant.MIN;
            for (int i = 0; i < a.size(); i++) {
                Instant first = a.get(i).started();
                Instant second = b.get(i).started();
                boolean swapped = second.isBefore(first);
                if (!(swapped ? second : first).isAfter(before) || first.equals(second)) {
                    return UNPAIRED;
                }
                before = swapped ? first : second;
            }
            return INTERLEAVED;
        }
    }
}
