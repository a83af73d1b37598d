package runbench.schedule.simulate;

import java.util.Arrays;
import java.util.List;
import runbench.schedule.contention.Contention;
import runbench.schedule.workload.WorkloadProgram;

/**
 * Programs of which a search tries schedules: how far they come in a quantum, as in a simulation but for where each
 * cache is still warm - here whoever did not run in the quantum before has lost it.
 */
final class SearchedPrograms {
    private final List<WorkloadProgram> programs;
    private final SimulationSettings settings;
    private final Course[] course;
    private final double[][] after;
    private final double[] rate;
    private final int everybody;
    final GangSets gangs;
    /**
     * Of the state that was looked at last: what remains of each program, seconds alone, and what it asks for, as a
     * level.
     */
    final double[] remaining;
    final int[] level;

    /** @param programs at most 31 */
    SearchedPrograms(List<WorkloadProgram> programs, Contention contention, SimulationSettings settings) {
        this.programs = programs;
        this.settings = settings;
        int n = programs.size();
        everybody = (1 << n) - 1;
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

    /** Running time after each step. */
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

    /** Nothing has run. */
    SearchState start() {
        double[] lefts = new double[course.length];
        Arrays.setAll(lefts, p -> course[p].seconds()[0]);
        return new SearchState(lefts);
    }

    boolean over(SearchState s) {
        return s.ended == everybody;
    }

    void look(SearchState s) {
        for (int p = 0; p < course.length; p++) {
            boolean gone = (s.ended >> p & 1) == 1;
            remaining[p] = gone ? 0 : s.left[p] + s.debt[p] + after[p][s.step[p]];
            level[p] = course[p].level()[Math.min(s.step[p], course[p].steps() - 1)];
        }
    }

    /** Who has arrived and not ended; bits. */
    int present(SearchState s) {
        int here = 0;
        for (int p = 0; p < course.length; p++) {
            here |= (s.ended >> p & 1) == 0 && programs.get(p).arrivalSeconds() <= s.now + Strands.NOTHING ? 1 << p : 0;
        }
        return here;
    }

    /** What those that have not ended have taken so far, all together, seconds. */
    double waited(SearchState s) {
        double sum = 0;
        for (int p = 0; p < course.length; p++) {
            sum += (s.ended >> p & 1) == 1 ? 0 : Math.max(0, s.now - programs.get(p).arrivalSeconds());
        }
        return sum;
    }

    /** Where a set's running leads to. @param set nobody: until the next one comes @param hold for how many quanta */
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
            look(s);
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
        s.now += over(s) ? t : length;
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
}
