package runbench.pas2p.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import runbench.pas2p.phase.OccurrenceTimes;

/**
 * Programs whose occurrences all have known times, run on simulated machines. Computing and communicating have separate
 * paces.
 */
enum SimulatedProgram {
    REGULAR {
        @Override
        void steps(SimulatedProgram.Steps to) {
            for (int i = 0; i < 2000; i++) {
                to.step(0, 4, 1);
                to.step(1, 1, 0.5);
            }
        }
    },
    NESTED {
        @Override
        void steps(SimulatedProgram.Steps to) {
            for (int o = 0; o < 150; o++) {
                for (int i = 0; i < 20; i++) {
                    to.step(0, 3, 0.3);
                }
                for (int i = 0; i < 3; i++) {
                    to.step(1, 0.2, 2);
                }
            }
        }
    },
    DRIFTING {
        @Override
        void steps(SimulatedProgram.Steps to) {
            for (int i = 0; i < 3000; i++) {
                to.step(0, 2 + 4.0 * i / 3000, 0.5);
                to.step(1, 1, 1);
            }
        }
    },
    RARE {
        @Override
        void steps(SimulatedProgram.Steps to) {
            for (int i = 0; i < 4000; i++) {
                to.step(0, 2, 0.4);
                if (i % 50 == 20) {
                    to.step(1, 5, 25);
                }
            }
        }
    },
    NESTED_BIMODAL {
        @Override
        void steps(SimulatedProgram.Steps to) {
            SplittableRandom kind = new SplittableRandom(7);
            for (int o = 0; o < 333; o++) {
                for (int i = 0; i < 5; i++) {
                    to.step(0, kind.nextInt(4) == 0 ? 12 : 3.5, 0.5);
                }
                to.step(1, 7.5, 0.5);
            }
        }
    },
    /** Four ranks, of which the slowest determines the time: the scatter is that of the maximum of four. */
    IMBALANCED {
        @Override
        void steps(SimulatedProgram.Steps to) {
            SplittableRandom load = new SplittableRandom(11);
            for (int i = 0; i < 2500; i++) {
                double slowest = 0;
                for (int r = 0; r < 4; r++) {
                    slowest = Math.max(slowest, 2 + r + 0.6 * load.nextDouble());
                }
                to.step(0, slowest, 0.3);
                to.step(1, 0.5, 1.5);
            }
        }
    },
    BIMODAL {
        @Override
        void steps(SimulatedProgram.Steps to) {
            SplittableRandom kind = new SplittableRandom(5);
            for (int i = 0; i < 3000; i++) {
                boolean large = kind.nextInt(5) == 0;
                to.step(0, large ? 12 : 2, large ? 0.2 : 1);
            }
        }
    };

    /** The times to compute and to communicate, in milliseconds on a machine of pace 1. */
    interface Steps {
        void step(int phase, double compute, double communicate);
    }

    abstract void steps(Steps to);

    /**
     * The pace of a machine and its noise. Each occurrence varies by {@code scatter} of its time, and all vary by a
     * load that changes slowly.
     *
     * @param memory correlation of that load from one occurrence to the next
     */
    record Machine(double compute, double communicate, double scatter, double load, double memory) {
        static final Machine TRACED = new Machine(1, 1, 0.04, 0.02, 0.7);
        static final Machine SLOWER = new Machine(1.7, 3.1, 0.05, 0.03, 0.8);
    }

    /** A run: the order of the phases, the times in nanoseconds, and the communication share of each occurrence. */
    record Run(int[] phases, long[] ends, double[] mpiShares, long start, long end,
            long[] starved) implements OccurrenceTimes {
        /** Creates a run whose ranks never waited for a processor. */
        Run(int[] phases, long[] ends, double[] mpiShares, long start, long end) {
            this(phases, ends, mpiShares, start, end, new long[phases.length]);
        }

        @Override
        public long starvedNanos(int i) {
            return starved[i];
        }

        @Override
        public int size() {
            return phases.length;
        }

        @Override
        public int phase(int i) {
            return phases[i];
        }

        @Override
        public long startNanos(int i) {
            return i == 0 ? start + 2_000_000 : ends[i - 1];
        }

        @Override
        public long endNanos(int i) {
            return ends[i];
        }

        double seconds() {
            return (end - start) / 1e9;
        }
    }

    private final List<double[]> all = new ArrayList<>();

    /**
     * Returns a run on a busy machine, by a schedule. Sometimes a rank has no processor for a while. The following
     * occurrences then take no time until the lost time is recovered.
     *
     * @param pace pace of the machine
     * @param often probability of such a delay in an occurrence
     * @param millis mean length of a delay, ms
     */
    Run late(double pace, double often, double millis, long seed) {
        Run planned = on(new Machine(pace, pace, 0.03, 0, 0), seed);
        SplittableRandom random = new SplittableRandom(~seed);
        long[] ends = new long[planned.size()];
        long now = planned.startNanos(0);
        for (int i = 0; i < ends.length; i++) {
            long held = random.nextDouble() < often ? now - (long) (1e6 * millis * Math.log(1 - random.nextDouble()))
                    : 0;
            now = Math.max(Math.max(planned.ends[i], held), now + 20_000);
            ends[i] = now;
        }
        return new Run(planned.phases, ends, planned.mpiShares, planned.start,
                now + planned.end - planned.ends[ends.length - 1]);
    }

    /**
     * Returns a run on a busy machine, by a schedule. Each occurrence ends when the last of four ranks wakes, and each
     * rank first waits for a processor. The length of the wait depends on a load that drifts.
     *
     * @param pace pace of the machine
     * @param millis mean wait of a rank, ms; it drifts by a factor of about two up and down
     */
    Run woken(double pace, double millis, long seed) {
        Run planned = on(new Machine(pace, pace, 0.03, 0, 0), seed);
        SplittableRandom random = new SplittableRandom(~seed);
        long[] ends = new long[planned.size()];
        long now = planned.startNanos(0);
        double load = random.nextGaussian();
        for (int i = 0; i < ends.length; i++) {
            load = 0.998 * load + Math.sqrt(1 - 0.998 * 0.998) * random.nextGaussian();
            double longest = 0;
            for (int r = 0; r < 4; r++) {
                longest = Math.max(longest, -Math.log(1 - random.nextDouble()));
            }
            now = Math.max(planned.ends[i] + (long) (1e6 * millis * Math.exp(0.7 * load) * longest), now + 20_000);
            ends[i] = now;
        }
        return new Run(planned.phases, ends, planned.mpiShares, planned.start,
                now + planned.end - planned.ends[ends.length - 1]);
    }

    Run on(Machine machine, long seed) {
        synchronized (all) {
            if (all.isEmpty()) {
                steps((phase, compute, communicate) -> all.add(new double[]{phase, compute, communicate}));
            }
        }
        SplittableRandom random = new SplittableRandom(seed);
        int[] phases = new int[all.size()];
        long[] ends = new long[all.size()];
        double[] shares = new double[all.size()];
        double now = 2e6;
        double load = 0;
        for (int i = 0; i < phases.length; i++) {
            double compute = all.get(i)[1] * machine.compute;
            double communicate = all.get(i)[2] * machine.communicate;
            load = machine.memory * load + Math.sqrt(1 - machine.memory * machine.memory) * random.nextGaussian();
            now += 1e6 * Math.max(0.2, 1 + machine.scatter * random.nextGaussian() + machine.load * load)
                    * (compute + communicate);
            phases[i] = (int) all.get(i)[0];
            ends[i] = (long) now;
            shares[i] = communicate / (compute + communicate);
        }
        return new Run(phases, ends, shares, 0, (long) (now + 3e6 * machine.compute));
    }
}
