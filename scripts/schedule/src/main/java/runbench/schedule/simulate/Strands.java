package runbench.schedule.simulate;

import java.util.Arrays;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.schedule.workload.WorkloadProgram;

/**
 * How far every thread has come. While a program's threads have only ever run together they stand at the same place,
 * and the first stands for all of them.
 */
final class Strands {
    /** Work that is less than this many seconds is done. */
    static final double NOTHING = 1e-12;
    private static final double ALMOST = 1e-9;

    final int[] first;
    final int[] threads;
    final Course[] course;
    final double[] barrier;
    final boolean[] background;
    final boolean[] aligned;
    /**
     * Per thread: the step, what is left of it, what a cold cache has still to cost, and all work so far; seconds
     * alone.
     */
    final int[] step;
    final double[] left;
    final double[] debt;
    final double[] work;
    final boolean[] done;

    Strands(List<WorkloadProgram> programs, SimulationSettings settings, Levels levels) {
        int n = programs.size();
        first = new int[n];
        threads = new int[n];
        course = new Course[n];
        barrier = new double[n];
        background = new boolean[n];
        aligned = new boolean[n];
        Arrays.fill(aligned, true);
        int all = 0;
        for (int p = 0; p < n; p++) {
            WorkloadProgram program = programs.get(p);
            first[p] = all;
            threads[p] = program.threads();
            barrier[p] = program.barrierSeconds();
            background[p] = program.background();
            course[p] = Course.of(
                    program.profile()
                            .orElseThrow(() -> RunbenchException
                                    .badInput("the program \"" + program.name()
                                            + "\" says nothing of its traffic, so it cannot be simulated")
                                    .remedy("give it traffic and seconds, or a profile")),
                    program.threads(), settings.resolution() * settings.quantumSeconds(), levels);
            all += program.threads();
        }
        step = new int[all];
        left = new double[all];
        debt = new double[all];
        work = new double[all];
        done = new boolean[all];
        for (int p = 0; p < n; p++) {
            Arrays.fill(left, first[p], first[p] + threads[p], course[p].seconds()[0]);
        }
    }

    int count() {
        return step.length;
    }

    int level(int program, int thread) {
        Course along = course[program];
        return along.level()[Math.min(step[thread], along.steps() - 1)];
    }

    /** From now on each thread has a place of its own. */
    void separate(int program) {
        if (!aligned[program]) {
            return;
        }
        aligned[program] = false;
        int from = first[program];
        Arrays.fill(step, from, from + threads[program], step[from]);
        Arrays.fill(left, from, from + threads[program], left[from]);
        Arrays.fill(work, from, from + threads[program], work[from]);
    }

    /** Work that a thread may still do before it has to wait for its slowest sibling; infinite where it need not. */
    double untilBarrier(int program, int thread) {
        double every = barrier[program];
        if (aligned[program] || threads[program] == 1 || every == Double.POSITIVE_INFINITY) {
            return Double.POSITIVE_INFINITY;
        }
        double slowest = Double.POSITIVE_INFINITY;
        for (int t = first[program]; t < first[program] + threads[program]; t++) {
            slowest = done[t] ? slowest : Math.min(slowest, work[t]);
        }
        return (Math.floor(slowest / every + ALMOST) + 1) * every - work[thread];
    }

    /** Does so much work. @return whether the step is done */
    boolean advance(int thread, double seconds) {
        double paid = Math.min(debt[thread], seconds);
        debt[thread] -= paid;
        left[thread] -= seconds - paid;
        work[thread] += seconds - paid;
        return left[thread] <= NOTHING;
    }

    /** Goes on to the next step. @return false where there is none */
    boolean nextStep(int program, int thread) {
        if (++step[thread] >= course[program].steps()) {
            return false;
        }
        left[thread] = course[program].seconds()[step[thread]];
        return true;
    }

    /** Begins the program again. */
    void restart(int program, int thread) {
        step[thread] = 0;
        left[thread] = course[program].seconds()[0];
    }

    /**
     * Thread {@code thread}, or all of an aligned program, has come to its end. @return whether the whole program has
     */
    boolean finish(int program, int thread) {
        int from = first[program];
        if (aligned[program]) {
            Arrays.fill(done, from, from + threads[program], true);
            return true;
        }
        done[thread] = true;
        for (int t = from; t < from + threads[program]; t++) {
            if (!done[t]) {
                return false;
            }
        }
        return true;
    }
}
