package runbench.schedule.simulate;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import runbench.base.error.RunbenchException;
import runbench.schedule.contention.Contention;
import runbench.schedule.policy.Candidates;
import runbench.schedule.policy.Decision;
import runbench.schedule.policy.SchedulingPolicy;
import runbench.schedule.timeline.TimelineBuilder;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.WorkloadProgram;

/**
 * A workload under a policy, quantum by quantum; within a quantum from one change of what is asked of memory to the next, each
 * thread as fast as the contention model says beside those that run then. The same input gives the same outcome to the last bit.
 *
 * <p>A program that has fewer CPUs than threads has them take turns, evenly and often beside the quantum. Threads that were placed
 * one by one go on by themselves, up to the next barrier where they have any; who waits there keeps its CPU and moves nothing.
 * A CPU whose program ends idles until the quantum does.
 */
public final class Simulation implements Candidates {
    private final SimulationSettings settings;
    private final List<WorkloadProgram> programs;
    private final SchedulingPolicy policy;
    private final double sustained;
    private final TimelineBuilder timeline;
    private final Levels levels;
    private final Strands strands;
    private final CpuPlacement placement;
    private final Slots slots;
    private final Decision decision;

    private final int[] alive;
    private int living;
    private final int[] byArrival;
    private int arrived;
    private int judged;
    private double now;
    private long quantum;

    private final Totals totals;
    private final int[] key;
    private final double[] rate;
    private final double[] flow;

    private Simulation(Workload workload, Contention contention, SchedulingPolicy policy, SimulationSettings settings, TimelineBuilder timeline) {
        this.settings = settings;
        this.policy = policy;
        this.timeline = timeline;
        programs = workload.programs();
        sustained = contention.sustained();
        levels = new Levels(contention, settings.stream(), settings.cpus());
        strands = new Strands(programs, settings, levels);
        placement = new CpuPlacement(strands.count(), settings);
        slots = new Slots(strands, placement, settings.cpus());
        int n = programs.size();
        decision = new Decision(n);
        alive = new int[n];
        byArrival = IntStream.range(0, n).boxed()
                .sorted(Comparator.comparingDouble(p -> programs.get(p).arrivalSeconds())).mapToInt(Integer::intValue).toArray();
        totals = new Totals(n);
        key = new int[settings.cpus()];
        rate = new double[settings.cpus()];
        flow = new double[settings.cpus()];
        judged = (int) programs.stream().filter(p -> !p.background()).count();
    }

    /**
     * Simulates until all that are judged have ended.
     *
     * @param timeline takes in what ran when; null where nobody asks
     * @throws RunbenchException exit code 2: a program has no profile, none is judged, or they do not end
     */
    public static ScheduleOutcome run(Workload workload, Contention contention, SchedulingPolicy policy, SimulationSettings settings,
            TimelineBuilder timeline) {
        if (workload.programs().stream().allMatch(WorkloadProgram::background)) {
            throw RunbenchException.badInput("all programs of \"" + workload.name() + "\" run in the background: they would never end")
                    .remedy("leave background out of at least one");
        }
        Simulation simulation = new Simulation(workload, contention, policy, settings, timeline);
        simulation.toTheEnd();
        return simulation.outcome();
    }

    private void toTheEnd() {
        while (judged > 0) {
            arrive();
            if (living == 0) {
                now = programs.get(byArrival[arrived]).arrivalSeconds();
                continue;
            }
            decision.clear();
            policy.decide(this, decision);
            slots.fill(decision, alive, living, settings.quantumSeconds());
            double lasted = within(settings.quantumSeconds());
            account();
            now += lasted;
            quantum++;
            if (now > settings.limitSeconds()) {
                throw RunbenchException.badInput("after " + settings.limitSeconds() + " simulated seconds under " + policy.name() + " " + judged
                        + " programs have not ended").remedy("shorten them, or use a longer quantum: nothing is gained in one that switching costs");
            }
        }
    }

    private void arrive() {
        while (arrived < byArrival.length && programs.get(byArrival[arrived]).arrivalSeconds() <= now + Strands.NOTHING) {
            int program = byArrival[arrived++];
            int at = living++;
            while (at > 0 && alive[at - 1] > program) {
                alive[at] = alive[at - 1];
                at--;
            }
            alive[at] = program;
        }
    }

    /** @return how long the quantum lasted: as long as it is, or until the last of those judged ended */
    private double within(double length) {
        double t = 0;
        while (length - t > Strands.NOTHING && judged > 0) {
            rates(t);
            double dt = length - t;
            for (int s = 0; s < slots.count; s++) {
                if (rate[s] > 0) {
                    int thread = slots.thread[s];
                    double room = strands.untilBarrier(slots.program[s], thread);
                    dt = Math.min(dt, (Math.min(strands.left[thread], room) + strands.debt[thread]) / rate[s]);
                }
                if (slots.from[s] > t + Strands.NOTHING) {
                    dt = Math.min(dt, slots.from[s] - t);
                } else if (slots.to[s] > t + Strands.NOTHING) {
                    dt = Math.min(dt, slots.to[s] - t);
                }
            }
            if (timeline != null) {
                record(t, dt);
            }
            for (int s = 0; s < slots.count; s++) {
                advance(s, t, dt);
            }
            t += dt;
        }
        return t;
    }

    /** How fast each slot goes from here, and what it moves. */
    private void rates(double t) {
        int entries = 0;
        for (int s = 0; s < slots.count; s++) {
            int thread = slots.thread[s];
            int program = slots.program[s];
            boolean runs = runs(s, t) && strands.untilBarrier(program, thread) > Strands.NOTHING;
            rate[s] = runs ? 1 : 0;
            for (int k = 0; runs && k < slots.cpus[s]; k++) {
                key[entries++] = strands.level(program, thread);
            }
        }
        double[] speeds = levels.speeds(entries, key);
        int at = 0;
        for (int s = 0; s < slots.count; s++) {
            flow[s] = 0;
            if (rate[s] > 0) {
                int level = key[at];
                double beside = speeds[at] / levels.own(level);
                rate[s] = slots.share[s] * (slots.share[s] < 1 ? beside : Math.min(1, beside));
                flow[s] = levels.demand(level) * speeds[at] * slots.cpus[s];
                at += slots.cpus[s];
            }
        }
    }

    private void advance(int s, double t, double dt) {
        int program = slots.program[s];
        int thread = slots.thread[s];
        if (runs(s, t)) {
            totals.cpuSeconds[program] += slots.cpus[s] * dt;
            totals.ran[program] = Math.max(totals.ran[program], t + dt - slots.from[s]);
        }
        if (rate[s] == 0) {
            return;
        }
        totals.moved[program] += flow[s] * dt;
        if (!strands.advance(thread, rate[s] * dt) || strands.nextStep(program, thread)) {
            return;
        }
        if (strands.background[program]) {
            strands.restart(program, thread);
        } else if (strands.finish(program, thread)) {
            totals.end[program] = now + t + dt;
            judged--;
        }
    }

    private void account() {
        int kept = 0;
        for (int i = 0; i < living; i++) {
            int program = alive[i];
            totals.close(program);
            if (!totals.ended(program)) {
                alive[kept++] = program;
            }
        }
        living = kept;
    }

    /** What each program has and moves from here until something changes. */
    private void record(double t, double dt) {
        for (int s = 0; s < slots.count; s++) {
            boolean first = true;
            int cpus = 0;
            double moves = 0;
            for (int other = 0; other < slots.count; other++) {
                if (slots.program[other] == slots.program[s] && runs(other, t)) {
                    first &= other >= s;
                    cpus += slots.cpus[other];
                    moves += flow[other];
                }
            }
            if (first && runs(s, t)) {
                timeline.add(slots.program[s], now + t, now + t + dt, cpus, moves);
            }
        }
    }

    private boolean runs(int s, double t) {
        return slots.from[s] <= t + Strands.NOTHING && slots.to[s] > t + Strands.NOTHING && !strands.done[slots.thread[s]];
    }

    private ScheduleOutcome outcome() {
        return new ScheduleOutcome(policy.name(), totals.outcomes(programs, strands, placement, now), now, sustained, quantum);
    }

    @Override
    public int count() {
        return living;
    }

    @Override
    public int program(int index) {
        return alive[index];
    }

    @Override
    public int threads(int program) {
        return strands.threads[program];
    }

    @Override
    public int cpus() {
        return settings.cpus();
    }

    @Override
    public long quantum() {
        return quantum;
    }

    @Override
    public double latestTraffic(int program) {
        return totals.latest[program];
    }

    @Override
    public double aloneTraffic(int program) {
        return levels.traffic(strands.level(program, strands.first[program]));
    }

    @Override
    public double sustainedTraffic() {
        return sustained;
    }
}
