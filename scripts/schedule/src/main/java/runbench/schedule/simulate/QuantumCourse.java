package runbench.schedule.simulate;

import runbench.schedule.timeline.TimelineBuilder;

/**
 * What happens between two decisions: from one change of what is asked of memory to the next, each thread goes on as
 * fast as the contention model says beside those that run then.
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

    /** @param timeline takes in what ran when; null where nobody asks */
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
     * A quantum goes by.
     *
     * @param now when it begins, seconds
     * @return how long it lasted: as long as it is, or until the last of those judged ended
     */
    double pass(double now, double length) {
        double t = 0;
        while (length - t > Strands.NOTHING && totals.judged > 0) {
            rates(t);
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
            totals.judged--;
        }
    }

    /** What each program has and moves from here until something changes. */
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
}
