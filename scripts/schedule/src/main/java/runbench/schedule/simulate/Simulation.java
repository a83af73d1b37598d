package runbench.schedule.simulate;

import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.schedule.contention.Contention;
import runbench.schedule.policy.Decision;
import runbench.schedule.policy.SchedulingPolicy;
import runbench.schedule.timeline.TimelineBuilder;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.WorkloadProgram;

/**
 * A workload under a policy, quantum by quantum. The same input gives the same outcome to the last bit.
 *
 * <p>A program that has fewer CPUs than threads has them take turns, evenly and often beside the quantum. Threads that
 * were placed one by one go on by themselves, up to the next barrier where they have any; who waits there keeps its CPU
 * and moves nothing. A CPU whose program ends idles until the quantum does.
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
     * Simulates until all that are judged have ended.
     *
     * @param timeline takes in what ran when; null where nobody asks
     * @throws RunbenchException exit code 2: a program has no profile, none is judged, or they do not end
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
            present.come(now);
            if (present.living == 0) {
                now = present.nextArrival();
                continue;
            }
            decision.clear();
            policy.decide(present, decision);
            slots.fill(decision, present.alive, present.living, settings.quantumSeconds());
            now += course.pass(now, settings.quantumSeconds());
            present.endQuantum();
            if (now > settings.limitSeconds()) {
                throw RunbenchException
                        .badInput("after " + settings.limitSeconds() + " simulated seconds under " + policy.name() + " "
                                + totals.judged + " programs have not ended")
                        .remedy("shorten them, or use a longer quantum: nothing is gained in one that switching costs");
            }
        }
    }

    private ScheduleOutcome outcome() {
        return new ScheduleOutcome(policy.name(), totals.outcomes(programs, strands, placement, now), now, sustained,
                present.quantum);
    }
}
