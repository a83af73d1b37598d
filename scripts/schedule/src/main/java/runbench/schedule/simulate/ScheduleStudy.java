package runbench.schedule.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import runbench.base.progress.Progress;
import runbench.base.quantity.Units;
import runbench.base.progress.Progress.LateProgress;
import runbench.schedule.contention.Contention;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.policy.ReferenceCurve;
import runbench.schedule.policy.SchedulingPolicy.PolicySettings;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.simulate.ScheduleOutcome.ProgramOutcome;
import runbench.schedule.timeline.ScheduleTimeline;
import runbench.schedule.timeline.ScheduleTimeline.TimelineBuilder;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;
import runbench.schedule.workload.Workload.WorkloadSet;

/**
 * The results of a set of workloads under several policies.
 *
 * @param name name of the set
 * @param unit unit of all traffic
 * @param cpus CPUs of the simulated machine
 * @param sustained its sustained memory bandwidth
 * @param quantumSeconds quantum of the policies that run whole programs
 * @param linuxQuantumSeconds quantum of the Linux-like policy
 * @param model description of the contention model
 * @param curve description of the IABW policy's reference curve
 * @param barriers description of the barriers between the threads of the judged programs
 * @param workloads results in the order of the set
 * @param summaries gains in the requested order of the policies, without the Linux-like one
 */
public record ScheduleStudy(String name, TrafficUnit unit, int cpus, double sustained, double quantumSeconds,
        double linuxQuantumSeconds, String model, String curve, String barriers, List<StudiedWorkload> workloads,
        List<PolicySummary> summaries) {
    public ScheduleStudy {
        workloads = List.copyOf(workloads);
        summaries = List.copyOf(summaries);
    }

    /**
     * The settings of a study.
     *
     * @param policies policies without duplicates
     * @param policy settings of the policies
     * @param simulation settings of the simulation
     * @param linuxQuantumSeconds quantum of the Linux-like policy
     * @param seeds number of simulations of policies with random choices, each with another seed
     * @param contention model of contention
     * @param model description of {@code contention}
     * @param search true to search for the best schedule
     */
    public record Plan(List<PolicyName> policies, PolicySettings policy, SimulationSettings simulation,
            double linuxQuantumSeconds, int seeds, Contention contention, String model, boolean search) {
        /** Returns the same plan with another reference curve of the IABW policy. */
        public Plan withCurve(ReferenceCurve curve) {
            return new Plan(policies, policy.withCurve(curve), simulation, linuxQuantumSeconds, seeds, contention,
                    model, search);
        }

        /** Returns the simulation settings for a policy of this plan. */
        SimulationSettings settings(PolicyName name) {
            return name == PolicyName.LINUX ? simulation.withQuantum(linuxQuantumSeconds) : simulation;
        }

        /** Simulates a workload under one policy and returns its schedule over time. */
        public ScheduleTimeline timeline(Workload workload, PolicyName name) {
            TimelineBuilder timeline = new TimelineBuilder(workload.programs().size());
            Simulation.run(workload, contention, name.create(policy), settings(name), timeline);
            return new ScheduleTimeline(workload.name(), name.label(),
                    workload.programs().stream().map(WorkloadProgram::name).toList(), simulation.cpus(),
                    workload.unit(), contention.sustained(), "simulated, " + model, true, timeline.spans());
        }
    }

    /**
     * Simulates a set of workloads.
     *
     * @param progress receives one step per finished schedule
     */
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
                plan.model(), plan.policy().curve().origin(), barriers(set), workloads, summaries(workloads, plan));
    }

    /** Returns the barriers of the judged programs with several threads, in words. */
    static String barriers(WorkloadSet set) {
        double[] intervals = set.workloads()
                .stream()
                .flatMap(w -> w.programs().stream())
                .filter(p -> !p.background() && p.threads() > 1)
                .mapToDouble(WorkloadProgram::barrierSeconds)
                .toArray();
        double[] finite = Arrays.stream(intervals).filter(Double::isFinite).sorted().toArray();
        if (finite.length == 0) {
            return "none";
        }
        double longest = finite[finite.length - 1];
        return "every " + (finite[0] == longest ? "" : Units.seconds(finite[0]) + " to ") + Units.seconds(longest)
                + (finite.length == intervals.length ? " in all programs" : " in some programs");
    }

    private static List<ScheduleOutcome> simulate(Workload w, PolicyName policy, Plan plan) {
        SimulationSettings settings = plan.settings(policy);
        List<ScheduleOutcome> all = new ArrayList<>();
        for (int i = 0; i < (policy == PolicyName.LINUX ? plan.seeds() : 1); i++) {
            all.add(Simulation.run(w, plan.contention(),
                    policy.create(plan.policy().withSeed(plan.policy().seed() + i)), settings, null));
        }
        return all;
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
     * Returns the traffic of a workload's programs, in its unit, if they shared the CPUs evenly and never waited for
     * one another.
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
            // A background program repeats until the others end. In a workload with one, each program counts with its
            // rate
            // instead of its total.
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

    /**
     * The results of a workload under several policies.
     *
     * @param name name of the workload
     * @param idealBandwidth traffic of its programs if they shared the CPUs evenly and never waited for one another
     * @param bound lower bounds of all schedules
     * @param best best schedules that a search found; null with too many programs
     * @param results results in the requested order of the policies
     */
    public record StudiedWorkload(String name, double idealBandwidth, ScheduleBound bound, BestFound best,
            List<PolicyResult> results) {
        public StudiedWorkload {
            results = List.copyOf(results);
        }
    }

    /**
     * The result of a workload under a policy; means over the seeds for policies with random choices.
     *
     * @param policy name as typed
     * @param meanTurnaroundSeconds mean turnaround of the judged programs
     * @param makespanSeconds time until the last judged program ended
     * @param turnaroundGain reduction of the mean turnaround relative to the Linux-like policy; negative if it is
     *     longer, NaN if that policy was not simulated
     * @param makespanGain reduction of the makespan, likewise
     * @param meanSlowdown mean slow-down of the judged programs
     * @param maxSlowdown maximum slow-down of the judged programs
     * @param fairness Jain's index of the speeds relative to alone
     * @param utilisation traffic of all programs as a share of the sustained bandwidth
     * @param migrations number of thread migrations
     * @param quanta number of decisions
     * @param programs results of the programs with the first seed
     */
    public record PolicyResult(String policy, double meanTurnaroundSeconds, double makespanSeconds,
            double turnaroundGain, double makespanGain, double meanSlowdown, double maxSlowdown, double fairness,
            double utilisation, double migrations, double quanta, List<ProgramOutcome> programs) {
        public PolicyResult {
            programs = List.copyOf(programs);
        }
    }

    /**
     * The gains of a policy over the Linux-like policy across the workloads of a set, as shares.
     *
     * @param policy name as typed
     * @param least minimum gain in mean turnaround
     * @param mean mean gain in mean turnaround
     * @param most maximum gain in mean turnaround
     * @param worse number of workloads with a loss in mean turnaround
     * @param makespanLeast minimum gain in makespan
     * @param makespanMean mean gain in makespan
     * @param makespanMost maximum gain in makespan
     */
    public record PolicySummary(String policy, double least, double mean, double most, int worse, double makespanLeast,
            double makespanMean, double makespanMost) {}
}
