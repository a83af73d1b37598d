package runbench.schedule.simulate;

import java.util.ArrayList;
import java.util.List;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.ProfileStep;

/**
 * A profile as arrays to walk along: for each step its running time alone and what is asked of memory in it. Steps that
 * are shorter than what a simulation resolves are joined, so that what a quantum costs to simulate is bounded whatever
 * the profile's own steps.
 */
record Course(double[] seconds, int[] level, double aloneSeconds) {
    /** @param shortest running time below which neighbours are joined, seconds */
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
