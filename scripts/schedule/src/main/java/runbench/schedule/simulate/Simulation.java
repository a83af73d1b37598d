package runbench.schedule.simulate;

import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.schedule.contention.Contention;
import runbench.schedule.policy.Decision;
import runbench.schedule.policy.SchedulingPolicy;
import runbench.schedule.simulate.QuantumCourse.Totals;
import runbench.schedule.simulate.Slots.CpuPlacement;
import runbench.schedule.timeline.ScheduleTimeline.TimelineBuilder;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;

/**
 * Simulates a workload under a policy, quantum by quantum. The same input gives bit-identical results. <p>The threads
 * of a program with fewer CPUs than threads take turns evenly, many times per quantum. Individually placed threads
 * advance independently up to the next barrier, if there is one. A thread that waits there keeps its CPU and has no
 * traffic. The CPU of an ended program idles until the end of the quantum.
 */
public final class Simulation {
    private final List<WorkloadProgram> programs;
    private final SimulationSettings settings;
    private final SchedulingPolicy policy;
    private final double sustained;
    private final Strands strands;
    private final CpuPlacement placement;
    private final Slots slots;
    private final Totals totals;
    private final Present present;
    private final QuantumCourse course;
    private final Decision decision;
    private double now;

    private Simulation(Workload workload, Contention contention, SchedulingPolicy policy, SimulationSettings settings,
            TimelineBuilder timeline) {
        programs = workload.programs();
        this.settings = settings;
        this.policy = policy;
        sustained = contention.sustained();
        Levels levels = new Levels(contention, settings.stream(), settings.cpus());
        strands = new Strands(programs, settings, levels);
        placement = new CpuPlacement(strands.count(), settings);
        slots = new Slots(strands, placement, settings.cpus());
        totals = new Totals(programs);
        present = new Present(programs, settings.cpus(), sustained, levels, strands, totals);
        course = new QuantumCourse(levels, strands, slots, totals, settings.cpus(), timeline);
        decision = new Decision(programs.size());
    }

    /**
     * Simulates until all judged programs have ended.
     *
     * @param timeline receives the spans; null if not needed
     * @throws RunbenchException exit code 2 if a program has no profile, no program is judged, or the programs do not
     *     end
     */
    public static ScheduleOutcome run(Workload workload, Contention contention, SchedulingPolicy policy,
            SimulationSettings settings, TimelineBuilder timeline) {
        if (workload.programs().stream().allMatch(WorkloadProgram::background)) {
            throw RunbenchException
                    .badInput("all programs of \"" + workload.name() + "\" run in the background: they would never end")
                    .remedy("leave background out of at least one");
        }
        Simulation simulation = new Simulation(workload, contention, policy, settings, timeline);
        simulation.toTheEnd();
        return simulation.outcome();
    }

    private void toTheEnd() {
        while (totals.judged > 0) {
            present.addArrivals(now);
            if (present.aliveCount == 0) {
                now = present.nextArrival();
                continue;
            }
            decision.clear();
            policy.decide(present, decision);
            slots.fill(decision, present.alive, present.aliveCount, settings.quantumSeconds());
            now += course.pass(now, settings.quantumSeconds());
            present.endQuantum();
            if (now > settings.limitSeconds()) {
                throw RunbenchException
                        .badInput("after " + settings.limitSeconds() + " simulated seconds under " + policy.name() + " "
                                + totals.judged + " programs have not ended")
                        .remedy("shorten them, or use a longer quantum, in which context "
                                + "switches cost a smaller share");
            }
        }
    }

    private ScheduleOutcome outcome() {
        return new ScheduleOutcome(policy.name(), totals.outcomes(programs, strands, placement, now), now, sustained,
                present.quantum);
    }
}
