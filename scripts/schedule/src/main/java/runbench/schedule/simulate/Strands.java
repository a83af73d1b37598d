package runbench.schedule.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.workload.Workload.WorkloadProgram;

/**
 * The progress of every thread. As long as a program's threads have only run together, their progress is equal and the
 * first thread represents all.
 */
final class Strands {
    /** Remaining work in seconds below which a step is complete. */
    static final double NOTHING = 1e-12;
    private static final double BARRIER_TOLERANCE = 1e-9;

    final int[] first;
    final int[] threads;
    final Course[] course;
    final double[] barrier;
    final boolean[] background;
    final boolean[] aligned;
    /**
     * Per thread: current step, remaining time of the step, remaining cost of a cold cache, and total work; seconds
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

    /** Gives each thread of a program individual progress. */
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

    /** Returns the work that a thread can do before it waits for its slowest sibling; infinite without a barrier. */
    double untilBarrier(int program, int thread) {
        double every = barrier[program];
        if (aligned[program] || threads[program] == 1 || every == Double.POSITIVE_INFINITY) {
            return Double.POSITIVE_INFINITY;
        }
        double slowest = Double.POSITIVE_INFINITY;
        for (int t = first[program]; t < first[program] + threads[program]; t++) {
            slowest = done[t] ? slowest : Math.min(slowest, work[t]);
        }
        return (Math.floor(slowest / every + BARRIER_TOLERANCE) + 1) * every - work[thread];
    }

    /**
     * Advances a thread by an amount of work.
     *
     * @param seconds work, seconds alone
     * @return whether the step is complete
     */
    boolean advance(int thread, double seconds) {
        double paid = Math.min(debt[thread], seconds);
        debt[thread] -= paid;
        left[thread] -= seconds - paid;
        work[thread] += seconds - paid;
        return left[thread] <= NOTHING;
    }

    /**
     * Moves a thread to its next step.
     *
     * @return false if there is none
     */
    boolean nextStep(int program, int thread) {
        if (++step[thread] >= course[program].steps()) {
            return false;
        }
        left[thread] = course[program].seconds()[step[thread]];
        return true;
    }

    /** Restarts a program. */
    void restart(int program, int thread) {
        step[thread] = 0;
        left[thread] = course[program].seconds()[0];
    }

    /**
     * Marks a thread, or all threads of an aligned program, as finished.
     *
     * @return whether the whole program has ended
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

    /**
     * The steps of a profile as arrays: running time alone and memory demand of each. Steps shorter than the
     * simulation's resolution are joined, which bounds the cost of a simulated quantum.
     *
     * @param seconds running time alone of each step
     * @param level number of each step's demand in {@link Levels}
     * @param aloneSeconds running time of the whole program alone
     */
    record Course(double[] seconds, int[] level, double aloneSeconds) {
        /**
         * Creates the steps of a profile.
         *
         * @param profile the profile
         * @param threads number of threads
         * @param shortest running time in seconds below which neighbouring steps are joined
         * @param levels numbers of demands
         */
        static Course of(BandwidthProfile profile, int threads, double shortest, Levels levels) {
            List<double[]> joined = new ArrayList<>();
            double seconds = 0;
            double moved = 0;
            double waited = 0;
            for (ProfileStep step : profile.steps()) {
                seconds += step.aloneSeconds();
                moved += step.traffic() * step.aloneSeconds();
                waited += step.waiting() * step.aloneSeconds();
                if (seconds >= shortest) {
                    joined.add(new double[]{seconds, moved, waited});
                    seconds = 0;
                    moved = 0;
                    waited = 0;
                }
            }
            if (seconds > 0 && !joined.isEmpty()) {
                double[] last = joined.get(joined.size() - 1);
                last[0] += seconds;
                last[1] += moved;
                last[2] += waited;
            } else if (seconds > 0) {
                joined.add(new double[]{seconds, moved, waited});
            }
            double[] lengths = new double[joined.size()];
            int[] level = new int[joined.size()];
            double all = 0;
            for (int i = 0; i < lengths.length; i++) {
                double[] step = joined.get(i);
                lengths[i] = step[0];
                level[i] = levels.number(step[1] / step[0], step[2] / step[0], threads);
                all += step[0];
            }
            return new Course(lengths, level, all);
        }

        int steps() {
            return seconds.length;
        }
    }
}
