package runbench.schedule.workload;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import runbench.schedule.profile.TrafficUnit;

/**
 * Workloads drawn as Xu, Wu and Yew (2010) drew theirs: programs put together at random, a group of workloads at a
 * time. Which SPEC and NPB programs theirs were is not known here, so the programs are drawn, too: mean traffic spread
 * evenly on a logarithmic scale, or evenly, so heavier; all fluctuate irregularly. All take as long alone, for else the
 * longest one would decide when a workload is completed.
 *
 * @param name of the group
 * @param unit of all traffic
 * @param machine that they are for
 * @param workloads how many
 * @param programs of each
 * @param threads each program has from one to so many, drawn
 * @param seconds running time alone of each
 * @param traffic mean of a program, all its threads together
 * @param even whether that is spread evenly instead of on a logarithmic scale
 * @param swing about the mean, share of it
 * @param dwell mean time at a level, seconds alone, spread on a logarithmic scale
 * @param salt so that groups differ with the same seed
 */
public record DrawnWorkloads(String name, TrafficUnit unit, StatedMachine machine, int workloads, int programs,
        int threads, double seconds, Spread traffic, boolean even, Spread swing, Spread dwell, int salt) {
    /** From least to most. */
    public record Spread(double least, double most) {
        double evenly(double at) {
            return least + at * (most - least);
        }

        double onLogarithm(double at) {
            return least * Math.pow(most / least, at);
        }
    }

    /**
     * Groups that are built in: mean traffic from hardly any to a third of what memory carries, twice as many programs
     * as CPUs, of one thread each.
     */
    public enum Group {
        /** To fit a curve to: SPEC-like. */
        PILOT("pilot", false, 1),
        /** To try it on: SPEC-like. */
        SPEC("spec-like", false, 2),
        /** To try it on: NPB-like. */
        NPB("npb-like", true, 3);

        /** That of the sets A, B and C, for nothing is known of the other publication's. */
        private static final StatedMachine MACHINE = new StatedMachine(4, 29.5, 23.6);

        private final String word;
        private final boolean even;
        private final int salt;

        Group(String word, boolean even, int salt) {
            this.word = word;
            this.even = even;
            this.salt = salt;
        }

        /** As it is typed. */
        public String word() {
            return word;
        }

        /** How it is drawn. */
        public DrawnWorkloads drawn() {
            return new DrawnWorkloads(word, TrafficUnit.TRANSACTIONS_PER_MICROSECOND, MACHINE, 12, 8, 1, 30,
                    new Spread(0.2, 10), even, new Spread(0.2, 0.9), new Spread(0.02, 0.4), salt);
        }

        /** The group of this name. */
        public static Optional<Group> of(String word) {
            return Arrays.stream(values()).filter(g -> g.word.equals(word)).findFirst();
        }
    }

    /** As {@link WorkloadFile} reads it. The same seed draws the same. */
    public String text(long seed) {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + salt);
        StringBuilder text = new StringBuilder().append("# Drawn with seed ").append(seed).append(".\n");
        text.append("name = \"").append(name).append(" (seed ").append(seed).append(")\"\n");
        text.append("unit = \"")
                .append(unit.label())
                .append("\"\ncpus = ")
                .append(machine.cpus())
                .append("\nsustained = ")
                .append(machine.sustained())
                .append('\n');
        if (!Double.isNaN(machine.stream())) {
            text.append("stream = ").append(machine.stream()).append('\n');
        }
        for (int w = 1; w <= workloads; w++) {
            text.append("\n[[workload]]\nname = \"").append(name).append(' ').append(w).append("\"\n");
            for (int p = 1; p <= programs; p++) {
                // Workloads differ in weight as a whole, so that their averages cover a range.
                program(text, "p" + p, (double) w / workloads, random);
            }
        }
        return text.toString();
    }

    private void program(StringBuilder text, String program, double weight, SplittableRandom random) {
        double at = Math.min(1, 0.5 * random.nextDouble() + 0.6 * weight * random.nextDouble() + 0.2 * weight);
        double mean = even ? traffic.evenly(at) : traffic.onLogarithm(at);
        double swings = swing.evenly(random.nextDouble());
        double dwells = dwell.onLogarithm(random.nextDouble());
        long seed = random.nextLong() & WorkloadTable.MOST_SEED;
        int gang = threads == 1 ? 1 : 1 + random.nextInt(threads);
        text.append("[[workload.program]]\nname = \"")
                .append(program)
                .append("\"\nthreads = ")
                .append(gang)
                .append("\nseconds = ")
                .append(seconds)
                .append("\ntraffic = ")
                .append(mean)
                .append("\nswing = ")
                .append(swings)
                .append("\ndwell = ")
                .append(dwells)
                .append("\nseed = ")
                .append(seed)
                .append('\n');
    }
}
