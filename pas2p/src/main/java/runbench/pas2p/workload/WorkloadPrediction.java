package runbench.pas2p.workload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.hipparchus.distribution.continuous.NormalDistribution;
import runbench.base.error.RunbenchException;
import runbench.base.stats.Statistics;
import runbench.pas2p.predict.PredictedPhase;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.signature.SignedLevel;

/**
 * The predicted run time for a workload that was not measured; the signature was measured with another workload.
 * <pre>sum over phases p of w_p(v) t_p(v) r_p + residual(v) r_0</pre> Here w_p is the phase's weight and t_p the traced
 * time of an occurrence as functions of the workload's parameter v ({@link Growth}), and r_p the phase's ratio on the
 * measured machine ({@link Prediction}). This extrapolation assumes that no other phases appear, and that ratios do not
 * change. Times are seconds.
 *
 * @param runs analysed workloads, ascending
 * @param value the requested workload
 * @param extrapolatedS predicted time
 * @param intervalS its limits; combines the errors of the laws and of the measured prediction
 * @param lawErrorS half width of the laws' contribution alone
 * @param phases phases that are relevant in all runs
 * @param apart phases that are relevant in some runs only; their time is part of the rest
 * @param residual growth of the rest: the time in no phase, and in phases that are relevant in some runs only
 */
public record WorkloadPrediction(Prediction measured, List<WorkloadRun> runs, double value, double extrapolatedS,
        double[] intervalS, double lawErrorS, List<WorkloadPhase> phases, List<ApartPhase> apart, Growth residual) {
    /**
     * A phase that is relevant in some runs only.
     *
     * @param label its label in the run
     * @param key shape by which it would be matched
     * @param source the run
     * @param share its share of that run, 0..1
     */
    public record ApartPhase(String label, String key, String source, double share) {}

    /**
     * Extrapolates.
     *
     * @throws RunbenchException there are fewer than two workloads, equal or non-positive ones, different numbers of
     *     ranks, different levels of phases, or no common phase
     */
    public static WorkloadPrediction of(Prediction measured, List<WorkloadRun> analysed, double value) {
        List<WorkloadRun> runs = analysed.stream().sorted(Comparator.comparingDouble(WorkloadRun::value)).toList();
        check(measured, runs, value);
        double[] x = runs.stream().mapToDouble(WorkloadRun::value).toArray();
        Set<String> common = common(runs);
        List<String> keys = WorkloadRun.keys(measured.measured().signature());
        List<WorkloadPhase> phases = new ArrayList<>();
        for (String key : common) {
            WorkloadRun.Seen seen = runs.get(0).phases().get(key);
            Growth weight = Growth.of(x, runs.stream().mapToDouble(r -> r.phases().get(key).weight()).toArray(), value);
            Growth mean = Growth.of(x, runs.stream().mapToDouble(r -> r.phases().get(key).meanS()).toArray(), value);
            PredictedPhase there = keys.contains(key) ? measured.phases().get(keys.indexOf(key)) : null;
            double ratio = there == null ? measured.ratio() : there.ratio();
            phases.add(new WorkloadPhase(seen.label(), key, seen.description(), weight, mean, ratio, there == null,
                    weight.value() * mean.value() * ratio));
        }
        Growth residual = Growth.of(x, runs.stream().mapToDouble(r -> r.residualS(common)).toArray(), value);
        double time = phases.stream().mapToDouble(WorkloadPhase::timeS).sum() + residual.value() * measured.ratio();
        Errors laws = new Errors();
        for (WorkloadPhase p : phases) {
            laws.add(p.variances()[0], p.weight().freedom());
            laws.add(p.variances()[1], p.meanS().freedom());
        }
        laws.add(Math.pow(residual.deviation() * measured.ratio(), 2), residual.freedom());
        double half = laws.halfWidth(measured.confidence());
        double ofMeasured = time * (measured.intervalS()[1] - measured.intervalS()[0]) / 2 / measured.predictedS();
        double both = Math.hypot(half, ofMeasured);
        return new WorkloadPrediction(measured, runs, value, time, new double[]{Math.max(0, time - both), time + both},
                half, phases, apart(runs, common), residual);
    }

    /**
     * Returns the matching keys of the phases that are relevant in all runs.
     *
     * @throws RunbenchException there are none
     */
    private static Set<String> common(List<WorkloadRun> runs) {
        Set<String> common = new LinkedHashSet<>(runs.get(0).phases().keySet());
        runs.forEach(r -> common.retainAll(r.phases().keySet()));
        if (common.isEmpty()) {
            throw RunbenchException
                    .badInput("--analysis: no phase is relevant in all of "
                            + runs.stream().map(WorkloadRun::source).collect(Collectors.joining(", ")))
                    .remedy("runbench pas2p compare shows the phases of both; a lower --relevant in analyze or "
                            + "signature build includes more of them");
        }
        return common;
    }

    /** Returns the phases that are relevant in some runs only. */
    private static List<ApartPhase> apart(List<WorkloadRun> runs, Set<String> common) {
        List<ApartPhase> apart = new ArrayList<>();
        for (WorkloadRun run : runs) {
            run.phases().forEach((key, seen) -> {
                if (!common.contains(key)) {
                    apart.add(
                            new ApartPhase(seen.label(), key, run.source(), seen.weight() * seen.meanS() / run.teaS()));
                }
            });
        }
        return List.copyOf(apart);
    }

    private static void check(Prediction measured, List<WorkloadRun> runs, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw RunbenchException.badInput("--workload " + value + ": no positive number");
        }
        if (runs.size() < 2) {
            throw RunbenchException
                    .badInput("--workload " + WorkloadRun.text(value)
                            + ": one analysed workload does not show how weights grow")
                    .remedy("analyse another, and name both: --analysis run-small=100 --analysis run-large=200");
        }
        int ranks = measured.measured().signature().ranks();
        for (int i = 0; i < runs.size(); i++) {
            WorkloadRun run = runs.get(i);
            if (!(run.value() > 0) || Double.isInfinite(run.value())) {
                throw RunbenchException
                        .badInput("--analysis " + run.source() + "=" + run.value() + ": no positive number");
            }
            if (i > 0 && run.value() == runs.get(i - 1).value()) {
                throw RunbenchException
                        .badInput("--analysis: " + runs.get(i - 1).source() + " and " + run.source()
                                + " are of the same workload, " + WorkloadRun.text(run.value()))
                        .remedy("analyse workloads that differ");
            }
            if (run.ranks() != ranks) {
                throw RunbenchException
                        .badInput("--analysis " + run.source() + ": a run of " + run.ranks() + " ranks; measured were "
                                + ranks)
                        .remedy("weights are comparable between runs of as many ranks");
            }
            sameLevel(run, runs.get(0), measured);
        }
    }

    /** Checks that all runs use the same level of phases: weights and ratios of different levels are not comparable. */
    private static void sameLevel(WorkloadRun run, WorkloadRun first, Prediction measured) {
        String there = measured.measured().signature().trace().level();
        String other = !run.level().equals(first.level()) ? first.source() + " of " + SignedLevel.option(first.level())
                : !run.level().equals(there) ? "the measured signature of " + SignedLevel.option(there) : null;
        if (other != null) {
            throw RunbenchException
                    .badInput("--analysis " + run.source() + " holds phases of " + SignedLevel.option(run.level())
                            + ", " + other + ": growth requires the same phases")
                    .remedy("give all one level: runbench pas2p signature build RUN -o SIG --level all for"
                            + " each, and for the one that is measured; folders of analyses hold phases of --level "
                            + "all");
        }
    }

    /** Returns the time of an analysed run on the measured machine, s. */
    public double secondsOnMeasured(WorkloadRun run) {
        return phases.stream()
                .mapToDouble(p -> run.phases().get(p.key()).weight() * run.phases().get(p.key()).meanS() * p.ratio())
                .sum()
                + run.residualS(phases.stream().map(WorkloadPhase::key).collect(Collectors.toSet())) * measured.ratio();
    }

    /**
     * Returns the ratio of the workload to the largest analysed one, or of the smallest analysed one to it; at most 1:
     * it is between them.
     */
    public double reach() {
        return Math.max(value / runs.get(runs.size() - 1).value(), runs.get(0).value() / value);
    }

    /** Returns true if the workload is between the smallest and the largest analysed one. */
    public boolean isInterpolated() {
        return reach() <= 1;
    }

    /** Variances and their degrees of freedom (Satterthwaite). */
    private static final class Errors {
        private double variance;
        private double fourth;

        void add(double v, double freedom) {
            variance += v;
            fourth += v * v / freedom;
        }

        double halfWidth(double confidence) {
            double at = 0.5 + confidence / 2;
            double freedom = fourth == 0 ? Double.POSITIVE_INFINITY : variance * variance / fourth;
            return Math.sqrt(variance) * (freedom > 1e5 ? new NormalDistribution().inverseCumulativeProbability(at)
                    : Statistics.studentFactor(confidence, Math.max(1, freedom)));
        }
    }

    /**
     * A phase at the requested workload. Times are seconds.
     *
     * @param label label in the first analysis
     * @param key shape by which it was matched
     * @param weight growth of its weight
     * @param meanS growth of the traced time of an occurrence
     * @param ratio ratio of the measured machine to the traced one
     * @param ofAll true: the ratio is that of all phases, as this one was not measured
     * @param timeS time of all its occurrences there
     */
    public record WorkloadPhase(String label, String key, String description, Growth weight, Growth meanS, double ratio,
            boolean ofAll, double timeS) {
        /** Returns the variance of the time by source: weight and mean. */
        double[] variances() {
            return new double[]{square(weight.deviation() * meanS.value() * ratio),
                    square(weight.value() * meanS.deviation() * ratio)};
        }

        private static double square(double x) {
            return x * x;
        }
    }
}
