package runbench.schedule.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import runbench.schedule.contention.Contention;
import runbench.schedule.workload.WorkloadProgram;

/**
 * Looks for a good schedule of a few programs, with all that is to come known: a beam search over who runs in which
 * quantum. Of the schedules begun the few go on that promise most ({@link Outlook}); from each, the sets are tried that
 * gain most at the moment. Its cost is bounded: in long schedules fewer are tried, and a choice is held for several
 * quanta. The same input gives the same plan.
 */
final class ScheduleSearch {
    private static final int BEAM = 4;
    private static final int TRIED = 8;
    private static final int MOST_CHOICES = 4000;
    /** Quanta that are simulated altogether, about. */
    private static final int MOST_QUANTA = 1 << 20;
    private static final int PRICED = 40;
    /**
     * A schedule that takes so many times as long as expected is given up: switching costs more than a quantum gains.
     */
    private static final int SLACK = 8;

    private final SearchedPrograms programs;
    private final Outlook outlook;
    private final Outlook.Aim aim;
    private final double quantum;
    private final double quanta;
    private final double[] worth;
    private final double[] rate;

    /** @param programs that are to end, at most 31 */
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
        this.programs.look(this.programs.start());
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
     * Who runs in each quantum in which anybody does, as bits of the programs; empty where there are more quanta than
     * can be searched.
     */
    Optional<int[]> plan() {
        if (quanta > MOST_QUANTA / 2.0) {
            return Optional.empty();
        }
        int width = Math.max(2, (int) Math.min(BEAM * TRIED, MOST_QUANTA / Math.ceil(quanta)));
        int hold = (int) Math.ceil(quanta / MOST_CHOICES);
        return Optional
                .of(searched(Math.max(1, width / TRIED), Math.min(width, TRIED), hold, (int) Math.ceil(quanta / hold))
                        .choices(hold));
    }

    /**
     * @param width schedules that go on @param tried sets for each @param choices about how many there will be, one
     *     after the other
     */
    private SearchState searched(int width, int tried, int hold, int choices) {
        SearchState reached = programs.start();
        price(reached);
        SearchState best = null;
        List<SearchState> beam = List.of(reached);
        for (int d = 1; !beam.isEmpty() && d <= SLACK * choices; d++) {
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
                if (programs.over(s)) {
                    best = s;
                } else if (beam.stream().noneMatch(s::like)) {
                    beam.add(s);
                }
            }
            if (!beam.isEmpty()) {
                reached = beam.get(0);
            }
            if (!beam.isEmpty() && d % Math.max(1, choices / PRICED) == 0) {
                price(reached);
            }
        }
        return best == null ? reached : best;
    }

    private void price(SearchState s) {
        programs.look(s);
        outlook.add(programs.gangs.prices(programs.remaining));
    }

    private SearchState expected(SearchState s) {
        programs.look(s);
        double rest = outlook.of(programs.remaining, null);
        s.expected = aim == Outlook.Aim.MAKESPAN ? s.now + rest : s.turnarounds + programs.waited(s) + rest;
        return s;
    }

    /** Sets that would save most of what is to come, as all ask for now; the first of them first. */
    private int[] promising(SearchState s, int tried) {
        int here = programs.present(s);
        if (here == 0) {
            return new int[]{0};
        }
        programs.look(s);
        outlook.of(programs.remaining, worth);
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
