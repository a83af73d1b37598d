package runbench.pas2p.scaling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.hipparchus.distribution.continuous.TDistribution;
import runbench.base.error.RunbenchException;
import runbench.pas2p.hierarchy.PhaseGroup.PhasePart;
import runbench.pas2p.predict.ActualTime;

/**
 * The predicted run time of a program with a number of ranks that was not traced, from traces of other numbers (thesis,
 * section 7.2: prediction across process counts). <pre>sum over phases of weight(p) time(p) + rest(p)</pre> The laws of
 * weights and times are those of {@link ScalingLaw}. The machine is that of the traces. Times are seconds.
 *
 * @param runs traced runs, ascending by ranks
 * @param others traced runs that are not used: no phase was common to them and the other ones
 * @param ranks the requested number
 * @param predictedS predicted time from MPI_Init to MPI_Finalize
 * @param intervalS its limits
 * @param confidence probability of the interval, 0..1
 * @param phases phases that are relevant in all runs, by descending time
 * @param apart phases that are relevant in some runs only; their time is part of the rest
 * @param rest law of the rest
 * @param actual time of a run with the requested number of ranks; null: none was given
 */
public record ScalingPrediction(List<ScaledRun> runs, List<ScaledRun> others, int ranks, double predictedS,
        double[] intervalS, double confidence, List<ScalingPhase> phases, List<ApartPhase> apart, ScalingLaw rest,
        ActualTime actual) {
    private static final double CONFIDENCE = 0.95;
    private static final double NANOS = 1e9;
    /** Standard deviations of the interval from two numbers of ranks, where only the laws' distance is known. */
    private static final double FACTOR_OF_TWO = 3;
    /** Relative residual above which weights follow no law, and the time of all occurrences is fitted instead. */
    private static final double MAX_WEIGHT_MISFIT = 0.05;

    /**
     * A phase at the requested number of ranks.
     *
     * @param label label in the run of the most ranks
     * @param activity call sites and actions of the ranks there
     * @param weights weight in each run
     * @param weight law of the weight; null: weights follow no law, and {@code time} is that of all occurrences
     * @param time law of the mean time of an occurrence
     * @param timeS time of all occurrences
     * @param deviationS standard deviation of that time
     */
    public record ScalingPhase(String label, String activity, List<Long> weights, ScalingLaw weight, ScalingLaw time,
            double timeS, double deviationS) {}

    /**
     * A phase that is relevant in some runs only, or that has no equivalent in some run.
     *
     * @param label its label in that run
     * @param source the run
     * @param share its share of that run, 0..1
     */
    public record ApartPhase(String label, String activity, String source, double share) {}

    /**
     * Predicts.
     *
     * @param traced runs in any order; several may have the same number of ranks
     * @param ranks the requested number
     * @param actual time of a run with this number; null: not known
     * @throws RunbenchException (bad input) there are fewer than two numbers of ranks, a trace is not whole, or no
     *     phase is common to all runs
     */
    public static ScalingPrediction of(List<ScaledRun> traced, int ranks, ActualTime actual) {
        List<ScaledRun> runs = traced.stream().sorted(Comparator.comparingInt(ScaledRun::ranks)).toList();
        check(runs, ranks);
        CommonPhases common = CommonPhases.of(runs);
        List<ScaledRun> others = new ArrayList<>();
        while (common.found().isEmpty() && counts(without(runs, others)) > 2) {
            others.add(CommonPhases.leastAlike(without(runs, others)));
            common = CommonPhases.of(without(runs, others));
        }
        return common.found().isEmpty() ? refuse(runs, ranks)
                : of(without(runs, others), List.copyOf(others), common, ranks, actual);
    }

    private static List<ScaledRun> without(List<ScaledRun> runs, List<ScaledRun> others) {
        return runs.stream().filter(r -> !others.contains(r)).toList();
    }

    private static ScalingPrediction refuse(List<ScaledRun> runs, int ranks) {
        throw RunbenchException
                .badInput("--ranks " + ranks + ": no phase is relevant in all of "
                        + runs.stream().map(ScaledRun::source).collect(Collectors.joining(", ")))
                .remedy("are they runs of one program? runbench pas2p compare " + runs.get(0).source() + " "
                        + runs.get(runs.size() - 1).source() + " shows the phases of both");
    }

    private static ScalingPrediction of(List<ScaledRun> runs, List<ScaledRun> others, CommonPhases common, int ranks,
            ActualTime actual) {
        double[] p = runs.stream().mapToDouble(ScaledRun::ranks).toArray();
        List<ScalingPhase> phases = new ArrayList<>(common.found().stream().map(c -> phase(c, p, ranks)).toList());
        phases.sort(Comparator.comparingDouble(ScalingPhase::timeS).reversed());
        ScalingLaw rest = ScalingLaw.ofTimes(p, rest(runs, common), new double[p.length], ranks);
        double time = phases.stream().mapToDouble(ScalingPhase::timeS).sum() + rest.value();
        // Deviations are added: a run that was disturbed was so in all of its phases.
        double deviation = phases.stream().mapToDouble(ScalingPhase::deviationS).sum() + rest.deviation();
        double half = factor(runs) * deviation;
        // Times err by factors: half and twice the time are equally far.
        double lowest = time == 0 ? 0 : time / (1 + half / time);
        return new ScalingPrediction(runs, others, ranks, time, new double[]{lowest, time + half}, CONFIDENCE,
                List.copyOf(phases), List.copyOf(common.apart()), rest, actual);
    }

    private static void check(List<ScaledRun> runs, int ranks) {
        if (ranks < 1) {
            throw RunbenchException.badInput("--ranks " + ranks + ": no positive number");
        }
        for (ScaledRun run : runs) {
            if (!run.trace().complete()) {
                throw RunbenchException
                        .badInput(
                                run.source() + ": the trace is not whole: " + String.join("; ", run.trace().remarks()))
                        .remedy("trace the program again");
            }
        }
        if (counts(runs) < 2) {
            throw RunbenchException
                    .badInput("--ranks " + ranks + ": all traces have " + runs.get(0).ranks()
                            + " ranks, which does not show how times grow")
                    .remedy("trace the program with at least two other numbers of ranks, better three: "
                            + "runbench pas2p predict run-4 run-8 run-16 --ranks 32");
        }
    }

    private static long counts(List<ScaledRun> runs) {
        return runs.stream().mapToInt(ScaledRun::ranks).distinct().count();
    }

    private static double factor(List<ScaledRun> runs) {
        return counts(runs) == 2 ? FACTOR_OF_TWO
                : new TDistribution(runs.size() - 1.0).inverseCumulativeProbability(0.5 + CONFIDENCE / 2);
    }

    private static double[] rest(List<ScaledRun> runs, CommonPhases common) {
        double[] rest = new double[runs.size()];
        for (int r = 0; r < rest.length; r++) {
            int run = r;
            rest[r] = Math.max(0, runs.get(r).runS()
                    - common.found().stream().mapToDouble(c -> c.parts().get(run).times().nanos() / NANOS).sum());
        }
        return rest;
    }

    private static ScalingPhase phase(CommonPhases.Common common, double[] p, int ranks) {
        List<PhasePart> parts = common.parts();
        double[] weights = parts.stream().mapToDouble(PhasePart::count).toArray();
        double[] errors = parts.stream()
                .mapToDouble(x -> x.times().meanNanos() <= 0 ? 0
                        : x.times().deviationNanos() / x.times().meanNanos() / Math.sqrt(x.count()))
                .toArray();
        ScalingLaw weight = ScalingLaw.ofWeights(p, weights, ranks);
        String label = common.last().group().label();
        String activity = common.last().group().activity();
        List<Long> counted = parts.stream().map(PhasePart::count).toList();
        if (weight.misfit() > MAX_WEIGHT_MISFIT) {
            ScalingLaw total = ScalingLaw.ofTimes(p,
                    parts.stream().mapToDouble(x -> x.times().nanos() / NANOS).toArray(), errors, ranks);
            return new ScalingPhase(label, activity, counted, null, total, total.value(), total.deviation());
        }
        ScalingLaw mean = ScalingLaw.ofTimes(p,
                parts.stream().mapToDouble(x -> x.times().meanNanos() / NANOS).toArray(), errors, ranks);
        return new ScalingPhase(label, activity, counted, weight, mean, weight.value() * mean.value(),
                Math.hypot(weight.deviation() * mean.value(), weight.value() * mean.deviation()));
    }

    /** Returns the distance of the interval's upper limit from the prediction, as a share of the prediction. */
    public double relativeHalfWidth() {
        return predictedS == 0 ? 0 : (intervalS[1] - predictedS) / predictedS;
    }

    /**
     * Returns the ratio of the requested number to the largest traced one, or of the smallest traced one to it; at most
     * 1: it is between them.
     */
    public double reach() {
        return Math.max((double) ranks / runs.get(runs.size() - 1).ranks(), (double) runs.get(0).ranks() / ranks);
    }

    /** Returns true if the requested number is between the smallest and the largest traced one. */
    public boolean isInterpolated() {
        return reach() <= 1;
    }

    /** Returns the number of different numbers of ranks of the traces. */
    public int counts() {
        return (int) counts(runs);
    }

    /** Returns the relative error against the actual run; null: there is none. */
    public Double error() {
        return actual == null ? null : predictedS / actual.seconds() - 1;
    }

    /** Returns whether the interval contains the time of the actual run; null: there is none. */
    public Boolean holds() {
        return actual == null ? null : actual.seconds() >= intervalS[0] && actual.seconds() <= intervalS[1];
    }
}
