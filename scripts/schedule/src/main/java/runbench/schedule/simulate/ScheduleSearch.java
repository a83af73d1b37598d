package runbench.schedule.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import runbench.schedule.contention.Contention;
import runbench.schedule.simulate.SearchedPrograms.SearchState;
import runbench.schedule.workload.Workload.WorkloadProgram;

/**
 * Searches a good schedule of a few programs with full knowledge of the future: a beam search over the set of programs
 * in each quantum. From each of the most promising unfinished schedules ({@link Outlook}) it tries the sets with the
 * largest immediate gain. Its cost is bounded: long schedules get a narrower beam, and each choice lasts for several
 * quanta. The same input gives the same plan.
 */
final class ScheduleSearch {
    private static final int BEAM = 4;
    private static final int SETS_TRIED = 8;
    private static final int MAX_CHOICES = 4000;
    /** Approximate limit of simulated quanta. */
    private static final int MAX_QUANTA = 1 << 20;
    private static final int PRICE_UPDATES = 40;
    /**
     * Factor over the expected length at which a schedule is abandoned, because switches cost more than a quantum
     * gains.
     */
    private static final int MAX_STRETCH = 8;

    private final SearchedPrograms programs;
    private final Outlook outlook;
    private final Outlook.Aim aim;
    private final double quantum;
    private final double quanta;
    private final double[] worth;
    private final double[] rate;

    /**
     * Creates a search.
     *
     * @param programs judged programs, at most 31
     * @param contention model of contention
     * @param settings settings of the simulation
     * @param aim objective
     */
    ScheduleSearch(List<WorkloadProgram> programs, Contention contention, SimulationSettings settings,
            Outlook.Aim aim) {
        this.programs = new SearchedPrograms(programs, contention, settings);
        this.aim = aim;
        quantum = settings.quantumSeconds();
        int n = programs.size();
        worth = new double[n];
        rate = new double[n];
        outlook = new Outlook(aim, this.programs.gangs.cpus, settings.cpus());
        double[] cpu = new double[n];
        Arrays.setAll(cpu, p -> (double) programs.get(p).threads() / settings.cpus());
        outlook.add(cpu);
        double all = 0;
        double longest = 0;
        this.programs.load(this.programs.start());
        for (int p = 0; p < n; p++) {
            double[] own = new double[n];
            own[p] = 1 / this.programs.gangs.share[p];
            outlook.add(own);
            all += cpu[p] * this.programs.remaining[p];
            longest = Math.max(longest, this.programs.remaining[p]);
        }
        quanta = (all + longest) / quantum;
    }

    /**
     * Returns the set of programs of each non-empty quantum, as bit masks; empty if the schedule is too long to search.
     */
    Optional<int[]> plan() {
        if (quanta > MAX_QUANTA / 2.0) {
            return Optional.empty();
        }
        int width = Math.max(2, (int) Math.min(BEAM * SETS_TRIED, MAX_QUANTA / Math.ceil(quanta)));
        int hold = (int) Math.ceil(quanta / MAX_CHOICES);
        return Optional.of(search(Math.max(1, width / SETS_TRIED), Math.min(width, SETS_TRIED), hold,
                (int) Math.ceil(quanta / hold)).choices(hold));
    }

    /**
     * Runs the beam search.
     *
     * @param width number of schedules kept
     * @param tried number of sets tried per schedule
     * @param hold number of quanta per choice
     * @param choices approximate number of successive choices
     */
    private SearchState search(int width, int tried, int hold, int choices) {
        SearchState reached = programs.start();
        price(reached);
        SearchState best = null;
        List<SearchState> beam = List.of(reached);
        for (int d = 1; !beam.isEmpty() && d <= MAX_STRETCH * choices; d++) {
            List<SearchState> next = new ArrayList<>();
            for (SearchState s : beam) {
                for (int set : promising(s, tried)) {
                    next.add(expected(programs.after(s, set, hold)));
                }
            }
            next.sort(Comparator.comparingDouble(s -> s.expected));
            beam = new ArrayList<>();
            for (SearchState s : next) {
                if (beam.size() == width || best != null && s.expected >= best.expected) {
                    break;
                }
                if (programs.isFinished(s)) {
                    best = s;
                } else if (beam.stream().noneMatch(s::isEquivalentTo)) {
                    beam.add(s);
                }
            }
            if (!beam.isEmpty()) {
                reached = beam.get(0);
            }
            if (!beam.isEmpty() && d % Math.max(1, choices / PRICE_UPDATES) == 0) {
                price(reached);
            }
        }
        return best == null ? reached : best;
    }

    private void price(SearchState s) {
        programs.load(s);
        outlook.add(programs.gangs.prices(programs.remaining));
    }

    private SearchState expected(SearchState s) {
        programs.load(s);
        double rest = outlook.remainingCost(programs.remaining, null);
        s.expected = aim == Outlook.Aim.MAKESPAN ? s.now + rest : s.turnarounds + programs.waited(s) + rest;
        return s;
    }

    /** Returns the sets with the largest gain at the current demands, best first. */
    private int[] promising(SearchState s, int tried) {
        int here = programs.present(s);
        if (here == 0) {
            return new int[]{0};
        }
        programs.load(s);
        outlook.remainingCost(programs.remaining, worth);
        int[] best = new int[tried];
        double[] gains = new double[tried];
        int found = 0;
        for (int set : programs.gangs.sets) {
            if ((set & ~here) != 0) {
                continue;
            }
            double gain = gain(set);
            int at = found < tried ? found++ : gain > gains[tried - 1] ? tried - 1 : -1;
            if (at >= 0) {
                while (at > 0 && gains[at - 1] < gain) {
                    gains[at] = gains[at - 1];
                    best[at] = best[at - 1];
                    at--;
                }
                gains[at] = gain;
                best[at] = set;
            }
        }
        return Arrays.copyOf(best, found);
    }

    private double gain(int set) {
        programs.gangs.rates(set, programs.level, rate);
        double gain = 0;
        for (int p = 0; p < rate.length; p++) {
            gain += (set >> p & 1) == 1 ? Math.min(programs.remaining[p], rate[p] * quantum) * worth[p] : 0;
        }
        return gain;
    }
}
