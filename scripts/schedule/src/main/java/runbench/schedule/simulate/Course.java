package runbench.schedule.simulate;

import java.util.ArrayList;
import java.util.List;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.ProfileStep;

/**
 * The steps of a profile as arrays: running time alone and memory demand of each. Steps shorter than the simulation's
 * resolution are joined, which bounds the cost of a simulated quantum.
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
