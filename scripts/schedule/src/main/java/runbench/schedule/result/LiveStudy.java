package runbench.schedule.result;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.parser.compare.Comparer;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Measurand.Direction;
import runbench.parser.compare.Measurand;
import runbench.parser.compare.MetricComparison;
import runbench.parser.compare.RatioVerdict;
import runbench.parser.compare.RunValues;
import runbench.schedule.result.LiveResult.AloneSource;

/**
 * A comparison of policies on one workload, run in alternation.
 *
 * @param workload name of the workload
 * @param baseline policy that the others are compared with
 * @param repetitions requested repetitions
 * @param rounds complete repetitions: all policies ran and all programs completed their work
 * @param seed seed of the order within each repetition
 * @param aloneSource source of the programs' times alone
 * @param interrupted true if the user stopped the comparison
 * @param runs runs in the order of time
 * @param policies gains of the other policies; empty if no repetition is complete
 */
public record LiveStudy(String workload, String baseline, int repetitions, int rounds, long seed,
        AloneSource aloneSource, boolean interrupted, List<LiveFigures> runs, List<PolicyGain> policies) {
    public LiveStudy {
        runs = List.copyOf(runs);
        policies = List.copyOf(policies);
    }

    /**
     * The result of one run in a comparison of policies.
     *
     * @param policy name of the policy
     * @param repetition number of the repetition, from 1
     * @param folder folder of the run, relative to the comparison's
     * @param succeeded true if all judged programs succeeded and the run was not interrupted
     * @param makespanSeconds time until the last judged program ended
     * @param meanSlowdown mean slow-down; null if unknown
     * @param maxSlowdown maximum slow-down; null if unknown
     * @param fairness Jain's index; null if unknown
     * @param seconds turnaround of each judged program
     */
    public record LiveFigures(String policy, int repetition, String folder, boolean succeeded, double makespanSeconds,
            Double meanSlowdown, Double maxSlowdown, Double fairness, List<ProgramSeconds> seconds) {
        public LiveFigures {
            seconds = List.copyOf(seconds);
        }

        /**
         * The turnaround of a program.
         *
         * @param program name of the program
         * @param seconds time from arrival to end
         */
        public record ProgramSeconds(String program, double seconds) {}

        public static LiveFigures of(String policy, int repetition, String folder, LiveResult r) {
            return new LiveFigures(policy, repetition, folder, r.succeeded() && !r.interrupted(), r.makespanSeconds(),
                    r.meanSlowdown(), r.maxSlowdown(), r.fairness(),
                    r.judged().stream().map(p -> new ProgramSeconds(p.name(), p.seconds())).toList());
        }
    }

    /**
     * The gain of a policy over the baseline in alternating runs.
     *
     * @param policy name of the policy
     * @param quantities compared quantities; the first is the makespan, which decides
     */
    public record PolicyGain(String policy, List<GainedQuantity> quantities) {
        /** Relative difference below which two values count as the same (1/1.02 to 1.02). */
        static final double MARGIN = 0.02;

        private static final Measurand MAKESPAN = new Measurand("makespan_s", "makespan", "s", Direction.LOWER, true);
        private static final Measurand MEAN = new Measurand("mean_slowdown", "mean slow-down", "", Direction.LOWER,
                false);
        private static final Measurand WORST = new Measurand("max_slowdown", "worst slow-down", "", Direction.LOWER,
                false);
        private static final Measurand FAIRNESS = new Measurand("fairness", "fairness", "", Direction.HIGHER, false);

        public PolicyGain {
            quantities = List.copyOf(quantities);
        }

        /**
         * A compared quantity.
         *
         * @param name name in JSON
         * @param title name for people
         * @param baseline median of the baseline
         * @param policy median of the policy
         * @param ratio policy / baseline; null with too few repetitions
         * @param low lower end of the ratio's interval; null with too few repetitions
         * @param high upper end of the ratio's interval; null with too few repetitions
         * @param p p-value after Holm's correction; null with too few repetitions
         * @param verdict verdict of the comparison
         * @param runsMore additional repetitions needed for a verdict; null if there is one
         */
        public record GainedQuantity(String name, String title, double baseline, double policy, Double ratio,
                Double low, Double high, Double p, RatioVerdict verdict, Integer runsMore) {}

        /**
         * Compares two policies.
         *
         * @param baseline runs of the baseline, at least one
         * @param policy runs of the policy; the n-th runs of both belong to the same repetition
         */
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
}
