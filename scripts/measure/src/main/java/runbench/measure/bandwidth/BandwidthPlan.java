package runbench.measure.bandwidth;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import runbench.schedule.contention.Window.Antagonist;
import runbench.schedule.contention.Window.Setting;
import runbench.schedule.contention.Window.Victim;

/** The settings to measure on a number of CPUs, and their order. */
final class BandwidthPlan {
    private static final double[] PACED = {0.25, 0.5, 0.75};

    private final List<Setting> settings = new ArrayList<>();

    BandwidthPlan(int cpus) {
        for (int threads : counts(cpus)) {
            for (Antagonist a : List.of(Antagonist.READ, Antagonist.WRITE, Antagonist.MIX)) {
                settings.add(new Setting(null, a, threads, 1));
            }
        }
        for (Victim v : Victim.values()) {
            settings.add(new Setting(v, Antagonist.READ, 0, 1));
            if (cpus > 1) {
                beside(v, cpus - 1);
            }
        }
    }

    private void beside(Victim v, int most) {
        settings.add(new Setting(v, Antagonist.SMALL, most, 1));
        for (double share : PACED) {
            settings.add(new Setting(v, Antagonist.READ, most, share));
        }
        counts(most).forEach(n -> settings.add(new Setting(v, Antagonist.READ, n, 1)));
        settings.add(new Setting(v, Antagonist.WRITE, most, 1));
    }

    /** Returns the thread counts to measure: powers of two, and all CPUs. */
    private static List<Integer> counts(int most) {
        TreeSet<Integer> counts = new TreeSet<>();
        for (int n = 1; n <= most; n *= 2) {
            counts.add(n);
        }
        counts.add(most);
        return List.copyOf(counts);
    }

    int size() {
        return settings.size();
    }

    /** Returns all settings in random order, so that slow drift affects each setting early as often as late. */
    List<Setting> repetition(Random random) {
        List<Setting> order = new ArrayList<>(settings);
        Collections.shuffle(order, random);
        return order;
    }
}
