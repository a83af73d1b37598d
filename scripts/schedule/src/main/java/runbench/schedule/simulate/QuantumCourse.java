package runbench.schedule.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.schedule.simulate.ScheduleOutcome.ProgramOutcome;
import runbench.schedule.simulate.Slots.CpuPlacement;
import runbench.schedule.timeline.ScheduleTimeline.TimelineBuilder;
import runbench.schedule.workload.Workload.WorkloadProgram;

/**
 * Simulates the time between two decisions. From one change of a memory demand to the next, each thread runs at the
 * speed that the contention model gives.
 */
final class QuantumCourse {
    private final Levels levels;
    private final Strands strands;
    private final Slots slots;
    private final Totals totals;
    private final TimelineBuilder timeline;
    private final int[] key;
    private final double[] rate;
    private final double[] flow;

    /**
     * Creates a simulation of quanta.
     *
     * @param levels speeds of demands
     * @param strands progress of the threads
     * @param slots running threads
     * @param totals sums per program
     * @param cpus number of CPUs
     * @param timeline receives the spans; null if not needed
     */
    QuantumCourse(Levels levels, Strands strands, Slots slots, Totals totals, int cpus, TimelineBuilder timeline) {
        this.levels = levels;
        this.strands = strands;
        this.slots = slots;
        this.totals = totals;
        this.timeline = timeline;
        key = new int[cpus];
        rate = new double[cpus];
        flow = new double[cpus];
    }

    /**
     * Simulates one quantum.
     *
     * @param now start, seconds
     * @param length length of a quantum, seconds
     * @return simulated time, seconds: the length, or less if the last judged program ended
     */
    double pass(double now, double length) {
        double t = 0;
        while (length - t > Strands.NOTHING && totals.judged > 0) {
            updateRates(t);
            double dt = untilChange(t, length);
            if (timeline != null) {
                record(now, t, dt);
            }
            for (int s = 0; s < slots.count; s++) {
                advance(s, now, t, dt);
            }
            t += dt;
        }
        return t;
    }

    /** Computes the speed and the traffic of each slot from time {@code t} on. */
    private void updateRates(double t) {
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
                double relativeSpeed = speeds[at] / levels.own(level);
                rate[s] = slots.share[s] * (slots.share[s] < 1 ? relativeSpeed : Math.min(1, relativeSpeed));
                flow[s] = levels.demand(level) * speeds[at] * slots.cpus[s];
                at += slots.cpus[s];
            }
        }
    }

    private double untilChange(double t, double length) {
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
        return dt;
    }

    private void advance(int s, double now, double t, double dt) {
        int program = slots.program[s];
        int thread = slots.thread[s];
        if (runs(s, t)) {
            totals.cpuSeconds[program] += slots.cpus[s] * dt;
            totals.runningTime[program] = Math.max(totals.runningTime[program], t + dt - slots.from[s]);
        }
        if (rate[s] == 0) {
            return;
        }
        totals.transferred[program] += flow[s] * dt;
        if (!strands.advance(thread, rate[s] * dt) || strands.nextStep(program, thread)) {
            return;
        }
        if (strands.background[program]) {
            strands.restart(program, thread);
        } else if (strands.finish(program, thread)) {
            totals.end[program] = now + t + dt;
            totals.judged--;
        }
    }

    /** Records CPUs and traffic of each program until the next change. */
    private void record(double now, double t, double dt) {
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
        return slots.from[s] <= t + Strands.NOTHING && slots.to[s] > t + Strands.NOTHING
                && !strands.done[slots.thread[s]];
    }

    /** Traffic and CPU time of each program, in the current quantum and in total. */
    static final class Totals {
        /** Traffic per running time in the latest quantum in which the program ran; NaN before its first run. */
        final double[] latest;
        /** Amount transferred in the current quantum. */
        final double[] transferred;
        /** Running time in the current quantum. */
        final double[] runningTime;
        final double[] cpuSeconds;
        /** End of each program in seconds; 0 while it runs. */
        final double[] end;
        /** Number of judged programs that have not ended. */
        int judged;
        private final double[] traffic;

        Totals(List<WorkloadProgram> all) {
            int programs = all.size();
            judged = (int) all.stream().filter(p -> !p.background()).count();
            latest = new double[programs];
            Arrays.fill(latest, Double.NaN);
            transferred = new double[programs];
            runningTime = new double[programs];
            cpuSeconds = new double[programs];
            end = new double[programs];
            traffic = new double[programs];
        }

        /** Ends the quantum for a program. */
        void close(int program) {
            if (runningTime[program] > 0) {
                latest[program] = transferred[program] / runningTime[program];
                traffic[program] += transferred[program];
                transferred[program] = 0;
                runningTime[program] = 0;
            }
        }

        boolean ended(int program) {
            return end[program] > 0;
        }

        /**
         * Returns the results.
         *
         * @param now end of the schedule, seconds
         */
        List<ProgramOutcome> outcomes(List<WorkloadProgram> programs, Strands strands, CpuPlacement placement,
                double now) {
            List<ProgramOutcome> outcomes = new ArrayList<>();
            for (int p = 0; p < programs.size(); p++) {
                WorkloadProgram program = programs.get(p);
                int first = strands.first[p];
                double work = 0;
                for (int t = first; t < first + program.threads(); t++) {
                    work += strands.work[strands.aligned[p] ? first : t];
                }
                double alone = strands.course[p].aloneSeconds();
                outcomes.add(new ProgramOutcome(program.name(), program.background(), program.threads(),
                        program.arrivalSeconds(), alone, program.background() ? now : end[p],
                        work / program.threads() / alone, cpuSeconds[p], traffic[p],
                        placement.switches(first, program.threads()), placement.migrations(first, program.threads())));
            }
            return outcomes;
        }
    }
}
