package runbench.schedule.simulate;

import java.util.ArrayList;
import java.util.List;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.base.progress.Progress.LateProgress;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.policy.ReferenceCurve;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadSet;

/**
 * A reference curve fitted to pilot workloads, by the method of its authors. Each workload is simulated with a
 * reference that starts at its ideal average bandwidth and decreases until the makespan no longer improves. A
 * polynomial of degree two is fitted to the best references.
 *
 * @param curve the polynomial with its root mean square error and the range of x of the fit
 * @param pilots results in the order of the workloads
 */
public record CurveFit(ReferenceCurve curve, List<Pilot> pilots) {
    private static final double SHARE_STEP = 0.05;
    private static final double MIN_SHARE = 0.2;
    /** Number of steps without improvement that end the search; a single longer makespan may be chance. */
    private static final int MAX_STEPS_WITHOUT_GAIN = 4;
    private static final int PARAMETERS = 3;

    public CurveFit {
        pilots = List.copyOf(pilots);
    }

    /**
     * The result of a pilot workload.
     *
     * @param workload name of the workload
     * @param idealBandwidth x
     * @param bestReference y, the reference with the shortest makespan
     * @param gain reduction of the makespan relative to the Linux-like policy
     * @param peakGain the same with the sustained bandwidth as the reference (PBW)
     * @param tried references in decreasing order; the first one is x
     * @param gains reduction of the makespan with each
     */
    public record Pilot(String workload, double idealBandwidth, double bestReference, double gain, double peakGain,
            List<Double> tried, List<Double> gains) {
        public Pilot {
            tried = List.copyOf(tried);
            gains = List.copyOf(gains);
        }

        /** Returns the reduction of the makespan with the ideal average bandwidth itself as the reference. */
        public double idealGain() {
            return gains.get(0);
        }
    }

    /**
     * Fits a curve.
     *
     * @param pilots workloads
     * @param plan settings of the simulations
     * @param progress receives progress
     * @throws RunbenchException exit code 2 for fewer than four workloads, or if all have the same ideal average
     *     bandwidth
     */
    public static CurveFit of(WorkloadSet pilots, ScheduleStudy.Plan plan, Progress progress) {
        if (pilots.workloads().size() <= PARAMETERS) {
            throw RunbenchException
                    .badInput("a curve of the second degree cannot be fitted to " + pilots.workloads().size()
                            + " workloads")
                    .remedy("fit it to the drawn group: runbench schedule simulate pilot --refit");
        }
        LateProgress late = new LateProgress(progress, pilots.workloads().size());
        List<Pilot> all = new ArrayList<>();
        for (Workload w : pilots.workloads()) {
            all.add(pilot(w, plan));
            late.step();
        }
        return new CurveFit(curve(all, plan.contention().sustained(), pilots.name()), all);
    }

    private static Pilot pilot(Workload w, ScheduleStudy.Plan plan) {
        double linux = makespan(w, PolicyName.LINUX, plan, plan.policy().curve());
        double ideal = ScheduleStudy.idealBandwidth(w, plan.simulation().cpus());
        List<Double> tried = new ArrayList<>();
        List<Double> makespans = new ArrayList<>();
        int best = 0;
        for (double share = 1; share > MIN_SHARE
                && tried.size() - best <= MAX_STEPS_WITHOUT_GAIN; share -= SHARE_STEP) {
            ReferenceCurve aim = new ReferenceCurve(0, share, 0, 1, 0, 1, 0, "a share of the ideal average bandwidth");
            tried.add(share * ideal);
            makespans.add(makespan(w, PolicyName.IABW, plan, aim));
            if (makespans.get(makespans.size() - 1) < makespans.get(best)) {
                best = makespans.size() - 1;
            }
        }
        List<Double> gains = makespans.stream().map(m -> (linux - m) / linux).toList();
        double peak = makespan(w, PolicyName.PBW, plan, plan.policy().curve());
        return new Pilot(w.name(), ideal, tried.get(best), gains.get(best), (linux - peak) / linux, tried, gains);
    }

    private static double makespan(Workload w, PolicyName policy, ScheduleStudy.Plan plan, ReferenceCurve curve) {
        int seeds = policy == PolicyName.LINUX ? plan.seeds() : 1;
        double sum = 0;
        for (int i = 0; i < seeds; i++) {
            sum += Simulation
                    .run(w, plan.contention(),
                            policy.create(plan.policy().withCurve(curve).withSeed(plan.policy().seed() + i)),
                            plan.settings(policy), null)
                    .makespanSeconds();
        }
        return sum / seeds;
    }

    private static ReferenceCurve curve(List<Pilot> pilots, double sustained, String name) {
        double[][] x = pilots.stream()
                .map(p -> new double[]{p.idealBandwidth(), p.idealBandwidth() * p.idealBandwidth()})
                .toArray(double[][]::new);
        double[] y = pilots.stream().mapToDouble(Pilot::bestReference).toArray();
        OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
        regression.newSampleData(y, x);
        double[] b;
        try {
            b = regression.estimateRegressionParameters();
        } catch (MathRuntimeException e) {
            throw RunbenchException.badInput("no curve can be fitted to workloads with equal bandwidth")
                    .remedy("fit it to workloads that differ")
                    .causedBy(e);
        }
        double error = Math.sqrt(regression.calculateResidualSumOfSquares() / y.length);
        return new ReferenceCurve(b[2], b[1], b[0], sustained,
                pilots.stream().mapToDouble(Pilot::idealBandwidth).min().orElseThrow(),
                pilots.stream().mapToDouble(Pilot::idealBandwidth).max().orElseThrow(), error, "fitted to " + name);
    }
}
