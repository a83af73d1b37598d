package runbench.schedule.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import runbench.schedule.profile.TrafficUnit;

/**
 * Workloads drawn as Xu, Wu and Yew (2010) drew theirs: programs of one thread each, twice as many as CPUs, put together at random;
 * a pilot group to fit the reference curve to, and groups to try it on. Which SPEC and NPB programs theirs were is not known here, so the
 * programs are drawn, too: mean traffic from hardly any to a third of what memory carries, spread evenly on a logarithmic scale
 * (SPEC-like) or evenly, so heavier (NPB-like); all fluctuate irregularly at times far below and around a quantum, as theirs did.
 * All take as long alone, for else the longest one would decide when a workload is completed.
 */
public final class DrawnWorkloads {
    private static final TrafficUnit UNIT = TrafficUnit.TRANSACTIONS_PER_MICROSECOND;
    /** That of the sets A, B and C, for nothing is known of the other publication's. */
    private static final StatedMachine MACHINE = new StatedMachine(4, 29.5, 23.6);
    private static final int PER_CPU = 2;
    private static final double SECONDS = 30;
    private static final double LEAST = 0.2;
    private static final double MOST = 10;
    private static final double LEAST_DWELL = 0.02;
    private static final double MOST_DWELL = 0.4;
    private static final double LEAST_SWING = 0.2;
    private static final double MOST_SWING = 0.9;

    /** How the programs of a group are drawn. */
    public enum Group {
        /** To fit a curve to: SPEC-like. */
        PILOT("pilot", false, 12, 1),
        /** To try it on: SPEC-like. */
        SPEC("spec-like", false, 12, 2),
        /** To try it on: NPB-like. */
        NPB("npb-like", true, 12, 3);

        private final String word;
        private final boolean even;
        private final int workloads;
        private final int salt;

        Group(String word, boolean even, int workloads, int salt) {
            this.word = word;
            this.even = even;
            this.workloads = workloads;
            this.salt = salt;
        }

        /** As it is typed. */
        public String word() {
            return word;
        }
    }

    private DrawnWorkloads() {
    }

    /** The same seed draws the same. */
    public static WorkloadSet draw(Group group, long seed) {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + group.salt);
        List<Workload> all = new ArrayList<>();
        for (int w = 1; w <= group.workloads; w++) {
            // Workloads differ in weight as a whole, so that their averages cover a range.
            double weight = (double) w / group.workloads;
            List<WorkloadProgram> programs = new ArrayList<>();
            for (int p = 1; p <= PER_CPU * MACHINE.cpus(); p++) {
                double at = Math.min(1, 0.5 * random.nextDouble() + 0.6 * weight * random.nextDouble() + 0.2 * weight);
                double traffic = group.even ? LEAST + at * (MOST - LEAST) : LEAST * Math.pow(MOST / LEAST, at);
                double swing = LEAST_SWING + random.nextDouble() * (MOST_SWING - LEAST_SWING);
                double dwell = LEAST_DWELL * Math.pow(MOST_DWELL / LEAST_DWELL, random.nextDouble());
                String name = "p" + p;
                programs.add(new WorkloadProgram(name, 1, Optional.of(StatedTraffic.jumping(name, 1, UNIT, SECONDS, traffic, Double.NaN, swing, dwell,
                        random.nextLong())), List.of(), Optional.empty(), 0, false));
            }
            all.add(new Workload(group.word + " " + w, UNIT, MACHINE, programs));
        }
        return new WorkloadSet(group.word + " (seed " + seed + ")", all);
    }
}
