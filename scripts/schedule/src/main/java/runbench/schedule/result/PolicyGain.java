package runbench.schedule.result;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.parser.compare.Comparer;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Direction;
import runbench.parser.compare.Measurand;
import runbench.parser.compare.MetricComparison;
import runbench.parser.compare.Pairing;
import runbench.parser.compare.RatioVerdict;
import runbench.parser.compare.RunValues;

/**
 * A policy beside the baseline, run in turns.
 *
 * @param quantities the makespan first, which decides
 */
public record PolicyGain(String policy, List<GainedQuantity> quantities) {
    /** Between 1/1.02 and 1.02 is the same. */
    static final double MARGIN = 0.02;

    private static final Measurand MAKESPAN = new Measurand("makespan_s", "makespan", "s", Direction.LOWER, true);
    private static final Measurand MEAN = new Measurand("mean_slowdown", "mean slow-down", "", Direction.LOWER, false);
    private static final Measurand WORST = new Measurand("max_slowdown", "worst slow-down", "", Direction.LOWER, false);
    private static final Measurand FAIRNESS = new Measurand("fairness", "fairness", "", Direction.HIGHER, false);

    public PolicyGain {
        quantities = List.copyOf(quantities);
    }

    /**
     * One quantity.
     *
     * @param baseline median
     * @param policy median
     * @param ratio policy / baseline with its interval; null where there are too few repetitions
     * @param p null as before
     * @param runsMore repetitions that are missing for a verdict; null where there is one
     */
    public record GainedQuantity(String name, String title, double baseline, double policy, Double ratio, Double low,
            Double high, Double p, RatioVerdict verdict, Integer runsMore) {}

    /** @param baseline and {@code policy}: the n-th of both ran in the same repetition; at least one */
    public static PolicyGain of(List<LiveFigures> baseline, List<LiveFigures> policy) {
        String name = policy.get(0).policy();
        Comparison c = new Comparer(Pairing.INTERLEAVED, MARGIN, MAKESPAN.name()).compare(baseline.get(0).policy(),
                values(baseline), name, values(policy), null, List.of());
        return new PolicyGain(name, c.all().stream().map(PolicyGain::quantity).toList());
    }

    private static GainedQuantity quantity(MetricComparison m) {
        return new GainedQuantity(m.what().name(), m.what().title(), m.medianA(), m.medianB(), m.ratio().ratio(),
                m.ratio().low(), m.ratio().high(), m.pHolm(), m.verdict(), m.runsMore());
    }

    private static List<RunValues> values(List<LiveFigures> runs) {
        return runs.stream().map(PolicyGain::values).toList();
    }

    private static RunValues values(LiveFigures f) {
        Map<Measurand, Double> values = new LinkedHashMap<>();
        values.put(MAKESPAN, f.makespanSeconds());
        put(values, MEAN, f.meanSlowdown());
        put(values, WORST, f.maxSlowdown());
        put(values, FAIRNESS, f.fairness());
        f.seconds()
                .forEach(s -> values.put(new Measurand(s.program(), s.program(), "s", Direction.LOWER, true),
                        s.seconds()));
        return new RunValues(f.folder(), Instant.EPOCH, values, Map.of(), Map.of());
    }

    private static void put(Map<Measurand, Double> values, Measurand what, Double value) {
        if (value != null) {
            values.put(what, value);
        }
    }
}
