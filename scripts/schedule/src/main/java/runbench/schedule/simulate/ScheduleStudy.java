package runbench.schedule.simulate;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import runbench.base.progress.LateProgress;
import runbench.base.progress.Progress;
import runbench.schedule.contention.Contention;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.policy.PolicySettings;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.WorkloadProgram;
import runbench.schedule.workload.WorkloadSet;

/**
 * A set of workloads under several policies, beside each other.
 *
 * @param name of the set
 * @param unit of all traffic
 * @param cpus CPUs of the simulated machine
 * @param sustained what its memory carries at most
 * @param quantumSeconds of the policies that run whole programs
 * @param linuxQuantumSeconds of the Linux-like one
 * @param model what says how programs slow each other, in words
 * @param curve of the IABW policy, in words
 * @param workloads in the order of the set
 * @param summaries in the order in which the policies were asked for; without the Linux-like one
 */
public record ScheduleStudy(String name, TrafficUnit unit, int cpus, double sustained, double quantumSeconds,
        double linuxQuantumSeconds, String model, String curve, List<StudiedWorkload> workloads,
        List<PolicySummary> summaries) {
    public ScheduleStudy {
        workloads = List.copyOf(workloads);
        summaries = List.copyOf(summaries);
    }

    /**
     * How a study is made.
     *
     * @param policies without doubles
     * @param seeds how often whatever draws is simulated, each time with another seed
     * @param linuxQuantumSeconds time slice of the Linux-like policy
     * @param model words for {@code contention}
     * @param search whether the best schedule is looked for, too
     */
    public record Plan(List<PolicyName> policies, PolicySettings policy, SimulationSettings simulation,
            double linuxQuantumSeconds, int seeds, Contention contention, String model, boolean search) {}

    /** @param progress told of each schedule that is done */
    public static ScheduleStudy of(WorkloadSet set, Plan plan, Progress progress) {
        LateProgress late = new LateProgress(progress, (long) set.workloads().size() * (plan.policies().size() + 1));
        List<StudiedWorkload> workloads = new ArrayList<>();
        for (Workload w : set.workloads()) {
            List<List<ScheduleOutcome>> outcomes = new ArrayList<>();
            for (PolicyName policy : plan.policies()) {
                outcomes.add(simulate(w, policy, plan));
                late.step();
            }
            workloads.add(studied(w, outcomes, plan));
            late.step();
        }
        return new ScheduleStudy(set.name(), plan.contention().unit(), plan.simulation().cpus(),
                plan.contention().sustained(), plan.simulation().quantumSeconds(), plan.linuxQuantumSeconds(),
                plan.model(), plan.policy().curve().origin(), workloads, summaries(workloads, plan));
    }

    private static List<ScheduleOutcome> simulate(Workload w, PolicyName policy, Plan plan) {
        SimulationSettings settings = settings(policy, plan);
        List<ScheduleOutcome> all = new ArrayList<>();
        for (int i = 0; i < (policy == PolicyName.LINUX ? plan.seeds() : 1); i++) {
            all.add(Simulation.run(w, plan.contention(),
                    policy.create(plan.policy().withSeed(plan.policy().seed() + i)), settings, null));
        }
        return all;
    }

    /** As a policy of this plan is simulated. */
    public static SimulationSettings settings(PolicyName policy, Plan plan) {
        return policy == PolicyName.LINUX ? plan.simulation().withQuantum(plan.linuxQuantumSeconds())
                : plan.simulation();
    }

    private static StudiedWorkload studied(Workload w, List<List<ScheduleOutcome>> outcomes, Plan plan) {
        int linux = plan.policies().indexOf(PolicyName.LINUX);
        double turnaround = linux < 0 ? Double.NaN : mean(outcomes.get(linux), ScheduleOutcome::meanTurnaroundSeconds);
        double makespan = linux < 0 ? Double.NaN : mean(outcomes.get(linux), ScheduleOutcome::makespanSeconds);
        List<PolicyResult> results = new ArrayList<>();
        for (List<ScheduleOutcome> o : outcomes) {
            double own = mean(o, ScheduleOutcome::meanTurnaroundSeconds);
            double ownMakespan = mean(o, ScheduleOutcome::makespanSeconds);
            results.add(new PolicyResult(o.get(0).policy(), own, ownMakespan, (turnaround - own) / turnaround,
                    (makespan - ownMakespan) / makespan, mean(o, ScheduleOutcome::meanSlowdown),
                    mean(o, ScheduleOutcome::maxSlowdown), mean(o, ScheduleOutcome::fairness),
                    mean(o, ScheduleOutcome::utilisation), mean(o, ScheduleOutcome::migrations),
                    mean(o, ScheduleOutcome::quanta), o.get(0).programs()));
        }
        Optional<BestFound> found = plan.search() ? BestFound.of(w, plan.contention(), plan.simulation())
                : Optional.empty();
        BestFound best = found.map(b -> b.among(results, turnaround, makespan)).orElse(null);
        return new StudiedWorkload(w.name(), idealBandwidth(w, plan.simulation().cpus()),
                ScheduleBound.of(w, plan.simulation().cpus(), plan.contention().sustained()), best, results);
    }

    /**
     * What a workload's programs would move, in its unit, if they shared the CPUs evenly and never waited for one
     * another.
     */
    public static double idealBandwidth(Workload w, int cpus) {
        double moved = 0;
        double processing = 0;
        double threads = 0;
        boolean mixed = w.programs().stream().anyMatch(WorkloadProgram::background);
        for (WorkloadProgram p : w.programs()) {
            double seconds = p.profile().orElseThrow().aloneSeconds();
            double traffic = p.profile()
                    .orElseThrow()
                    .steps()
                    .stream()
                    .mapToDouble(s -> s.traffic() * s.aloneSeconds())
                    .sum();
            // One in the background goes on as long as the others, however short it is: then all count by what they
            // move in a time.
            moved += mixed ? traffic / seconds : traffic;
            processing += p.threads() * (mixed ? 1 : seconds);
            threads += p.threads();
        }
        return moved / processing * Math.min(cpus, threads);
    }

    private static double mean(List<ScheduleOutcome> of, ToDoubleFunction<ScheduleOutcome> what) {
        return of.stream().mapToDouble(what).average().orElseThrow();
    }

    private static List<PolicySummary> summaries(List<StudiedWorkload> workloads, Plan plan) {
        List<PolicySummary> all = new ArrayList<>();
        for (int i = 0; i < plan.policies().size(); i++) {
            int policy = i;
            if (plan.policies().contains(PolicyName.LINUX) && plan.policies().get(i) != PolicyName.LINUX) {
                DoubleSummaryStatistics t = workloads.stream()
                        .mapToDouble(w -> w.results().get(policy).turnaroundGain())
                        .summaryStatistics();
                DoubleSummaryStatistics m = workloads.stream()
                        .mapToDouble(w -> w.results().get(policy).makespanGain())
                        .summaryStatistics();
                int worse = (int) workloads.stream().filter(w -> w.results().get(policy).turnaroundGain() < 0).count();
                all.add(new PolicySummary(plan.policies().get(i).word(), t.getMin(), t.getAverage(), t.getMax(), worse,
                        m.getMin(), m.getAverage(), m.getMax()));
            }
        }
        return all;
    }
}
