package runbench.schedule.simulate;

import java.util.Arrays;
import java.util.List;
import runbench.schedule.contention.Contention;
import runbench.schedule.simulate.Strands.Course;
import runbench.schedule.workload.Workload.WorkloadProgram;

/**
 * Advances the programs of a search by quanta, as in a simulation but with a simpler cache model: a program that did
 * not run in the previous quantum has a cold cache.
 */
final class SearchedPrograms {
    private final List<WorkloadProgram> programs;
    private final SimulationSettings settings;
    private final Course[] course;
    private final double[][] after;
    private final double[] rate;
    private final int allPrograms;
    final GangSets gangs;
    /**
     * Values of the state that was loaded last: remaining time of each program, seconds alone, and its current demand
     * as a level.
     */
    final double[] remaining;
    final int[] level;

    /**
     * Creates the programs of a search.
     *
     * @param programs at most 31 programs
     * @param contention model of contention
     * @param settings settings of the simulation
     */
    SearchedPrograms(List<WorkloadProgram> programs, Contention contention, SimulationSettings settings) {
        this.programs = programs;
        this.settings = settings;
        int n = programs.size();
        allPrograms = (1 << n) - 1;
        Levels levels = new Levels(contention, settings.stream(), settings.cpus());
        Strands strands = new Strands(programs, settings, levels);
        course = strands.course;
        after = new double[n][];
        level = new int[n];
        remaining = new double[n];
        rate = new double[n];
        for (int p = 0; p < n; p++) {
            after[p] = after(course[p]);
            level[p] = average(levels, course[p], programs.get(p).threads());
        }
        gangs = new GangSets(strands.threads, settings.cpus(), levels, level);
    }

    /** Returns the running time after each step. */
    private static double[] after(Course along) {
        double[] sums = new double[along.steps()];
        for (int i = sums.length - 2; i >= 0; i--) {
            sums[i] = sums[i + 1] + along.seconds()[i + 1];
        }
        return sums;
    }

    private static int average(Levels levels, Course along, int threads) {
        double moved = 0;
        double waited = 0;
        for (int i = 0; i < along.steps(); i++) {
            moved += levels.traffic(along.level()[i]) * along.seconds()[i];
            waited += levels.waiting(along.level()[i]) * along.seconds()[i];
        }
        return levels.number(moved / along.aloneSeconds(), waited / along.aloneSeconds(), threads);
    }

    int count() {
        return course.length;
    }

    /** Returns the initial state. */
    SearchState start() {
        double[] lefts = new double[course.length];
        Arrays.setAll(lefts, p -> course[p].seconds()[0]);
        return new SearchState(lefts);
    }

    boolean isFinished(SearchState s) {
        return s.ended == allPrograms;
    }

    void load(SearchState s) {
        for (int p = 0; p < course.length; p++) {
            boolean hasEnded = (s.ended >> p & 1) == 1;
            remaining[p] = hasEnded ? 0 : s.left[p] + s.debt[p] + after[p][s.step[p]];
            level[p] = course[p].level()[Math.min(s.step[p], course[p].steps() - 1)];
        }
    }

    /** Returns the programs that have arrived and not ended, as a bit mask. */
    int present(SearchState s) {
        int here = 0;
        for (int p = 0; p < course.length; p++) {
            here |= (s.ended >> p & 1) == 0 && programs.get(p).arrivalSeconds() <= s.now + Strands.NOTHING ? 1 << p : 0;
        }
        return here;
    }

    /** Returns the sum of the times since arrival of all programs that have not ended, seconds. */
    double waited(SearchState s) {
        double sum = 0;
        for (int p = 0; p < course.length; p++) {
            sum += (s.ended >> p & 1) == 1 ? 0 : Math.max(0, s.now - programs.get(p).arrivalSeconds());
        }
        return sum;
    }

    /**
     * Returns the state after a choice.
     *
     * @param from state before
     * @param set programs that run; 0 waits for the next arrival
     * @param hold number of quanta
     */
    SearchState after(SearchState from, int set, int hold) {
        SearchState s = new SearchState(from, set);
        if (set == 0) {
            s.now = programs.stream()
                    .mapToDouble(WorkloadProgram::arrivalSeconds)
                    .filter(a -> a > from.now)
                    .min()
                    .orElseThrow();
        }
        for (int p = 0; p < course.length; p++) {
            boolean comes = ((set & ~from.ran) >> p & 1) == 1;
            s.debt[p] += comes ? settings.switchSeconds() + ((from.begun >> p & 1) == 1 ? settings.coldSeconds() : 0)
                    : 0;
        }
        for (int q = 0; q < hold && (set & ~s.ended) != 0; q++) {
            quantum(s, set);
        }
        return s;
    }

    private void quantum(SearchState s, int set) {
        double length = settings.quantumSeconds();
        double t = 0;
        while (length - t > Strands.NOTHING && (set & ~s.ended) != 0) {
            int running = set & ~s.ended;
            load(s);
            gangs.rates(running, level, rate);
            double dt = length - t;
            for (int p = 0; p < course.length; p++) {
                dt = (running >> p & 1) == 1 ? Math.min(dt, (s.left[p] + s.debt[p]) / rate[p]) : dt;
            }
            t += dt;
            for (int p = 0; p < course.length; p++) {
                if ((running >> p & 1) == 1) {
                    advance(s, p, rate[p] * dt, s.now + t);
                }
            }
        }
        s.now += isFinished(s) ? t : length;
    }

    private void advance(SearchState s, int p, double work, double at) {
        double paid = Math.min(s.debt[p], work);
        s.debt[p] -= paid;
        s.left[p] -= work - paid;
        if (s.left[p] > Strands.NOTHING) {
            return;
        }
        if (++s.step[p] < course[p].steps()) {
            s.left[p] = course[p].seconds()[s.step[p]];
        } else {
            s.ended |= 1 << p;
            s.turnarounds += at - programs.get(p).arrivalSeconds();
        }
    }

    /** The state of an unfinished schedule in a search, with the choices that led to it. */
    static final class SearchState {
        final SearchState before;
        /** Programs of the last choice, as a bit mask. */
        final int ran;
        /** Programs that have ever run, and programs that have ended, as bit masks. */
        int begun;
        int ended;
        double now;
        /** Sum of the turnarounds of ended programs, seconds. */
        double turnarounds;
        /** Per program: current step, remaining time of the step, and remaining cost of a cold cache; seconds alone. */
        final int[] step;
        final double[] left;
        final double[] debt;
        /** Estimated final cost. */
        double expected;

        /**
         * Creates the initial state.
         *
         * @param left time of each program's first step
         */
        SearchState(double[] left) {
            before = null;
            ran = 0;
            step = new int[left.length];
            this.left = left.clone();
            debt = new double[left.length];
        }

        /** Creates a copy of a state that continues with a choice of programs. */
        SearchState(SearchState from, int ran) {
            before = from;
            this.ran = ran;
            begun = from.begun | ran;
            ended = from.ended;
            now = from.now;
            turnarounds = from.turnarounds;
            step = from.step.clone();
            left = from.left.clone();
            debt = from.debt.clone();
        }

        /** Returns whether both states are equivalent although their choices differ. */
        boolean isEquivalentTo(SearchState other) {
            return ran == other.ran && ended == other.ended && Arrays.equals(step, other.step)
                    && close(left, other.left) && close(debt, other.debt);
        }

        private static boolean close(double[] a, double[] b) {
            for (int i = 0; i < a.length; i++) {
                if (Math.abs(a[i] - b[i]) > Strands.NOTHING * 1e3) {
                    return false;
                }
            }
            return true;
        }

        /**
         * Returns the set of programs in each non-empty quantum so far.
         *
         * @param hold number of quanta per choice
         */
        int[] choices(int hold) {
            int depth = 0;
            for (SearchState s = this; s.before != null; s = s.before) {
                depth += s.ran == 0 ? 0 : 1;
            }
            int[] all = new int[depth * hold];
            for (SearchState s = this; s.before != null; s = s.before) {
                if (s.ran != 0) {
                    depth--;
                    Arrays.fill(all, depth * hold, (depth + 1) * hold, s.ran);
                }
            }
            return all;
        }
    }
}
