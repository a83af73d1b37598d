package runbench.schedule.workload;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.workload.Workload.StatedMachine;

/**
 * Random workloads by the method of Xu, Wu and Yew (2010): groups of workloads that combine programs at random. The
 * publication's selection of SPEC and NPB programs is unknown, so the programs are random, too. Their mean traffic is
 * spread evenly on a logarithmic scale, or evenly for heavier programs; all fluctuate irregularly. All programs take
 * equal time alone, because otherwise the longest one would determine the makespan.
 *
 * @param name name of the group
 * @param unit unit of all traffic
 * @param machine machine of the workloads
 * @param workloads number of workloads
 * @param programs programs per workload
 * @param threads maximum number of threads of a program
 * @param seconds running time alone of each program
 * @param traffic range of a program's mean traffic, all threads together
 * @param even true to spread the traffic evenly, false for a logarithmic scale
 * @param swing range of the deviation from the mean, as a share of it
 * @param dwell range of the mean time at a level, seconds alone, on a logarithmic scale
 * @param salt number that separates groups with the same seed
 */
public record DrawnWorkloads(String name, TrafficUnit unit, StatedMachine machine, int workloads, int programs,
        int threads, double seconds, Spread traffic, boolean even, Spread swing, Spread dwell, int salt) {
    /**
     * A range.
     *
     * @param least minimum
     * @param most maximum
     */
    public record Spread(double least, double most) {
        double evenly(double at) {
            return least + at * (most - least);
        }

        double onLogarithm(double at) {
            return least * Math.pow(most / least, at);
        }
    }

    /**
     * Built-in groups: mean traffic from almost none to a third of the sustained bandwidth, twice as many programs as
     * CPUs, one thread each.
     */
    public enum Group {
        /** SPEC-like programs that a curve is fitted to. */
        PILOT("pilot", false, 1),
        /** SPEC-like programs that a curve is tested on. */
        SPEC("spec-like", false, 2),
        /** NPB-like programs that a curve is tested on. */
        NPB("npb-like", true, 3);

        /** The machine of the sets A, B and C, because the other publication's machine is unknown. */
        private static final StatedMachine MACHINE = new StatedMachine(4, 29.5, 23.6);

        private final String word;
        private final boolean even;
        private final int salt;

        Group(String word, boolean even, int salt) {
            this.word = word;
            this.even = even;
            this.salt = salt;
        }

        /** Returns the name as typed. */
        public String word() {
            return word;
        }

        /** Returns the parameters of the group. */
        public DrawnWorkloads drawn() {
            return new DrawnWorkloads(word, TrafficUnit.TRANSACTIONS_PER_MICROSECOND, MACHINE, 12, 8, 1, 30,
                    new Spread(0.2, 10), even, new Spread(0.2, 0.9), new Spread(0.02, 0.4), salt);
        }

        /** Finds a group by its name. */
        public static Optional<Group> of(String word) {
            return Arrays.stream(values()).filter(g -> g.word.equals(word)).findFirst();
        }
    }

    /** Returns the text of a {@link WorkloadFile}. The same seed gives the same text. */
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
                // Workloads differ in total traffic, so that their averages cover a range.
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
        long seed = random.nextLong() & WorkloadTable.MAX_SEED;
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
