package runbench.schedule.simulate;

import java.util.Arrays;
import runbench.schedule.policy.Decision;

/**
 * The threads that run in a quantum, with their CPUs and times. A slot is a thread, or a whole program whose threads
 * have equal progress.
 */
final class Slots {
    private final Strands strands;
    private final CpuPlacement placement;
    private final boolean[] stayed;
    private int throttled;

    int count;
    final int[] program;
    final int[] thread;
    /** Number of CPUs of each slot. */
    final int[] cpus;
    /** Share of the slot's threads that run simultaneously. */
    final double[] share;
    /** Start and end within the quantum, seconds. */
    final double[] from;
    final double[] to;

    Slots(Strands strands, CpuPlacement placement, int maxSlots) {
        this.strands = strands;
        this.placement = placement;
        program = new int[maxSlots];
        thread = new int[maxSlots];
        cpus = new int[maxSlots];
        share = new double[maxSlots];
        from = new double[maxSlots];
        to = new double[maxSlots];
        stayed = new boolean[maxSlots];
    }

    /** Fills the slots from a decision and charges threads for starting on CPUs. */
    void fill(Decision decision, int[] alive, int living, double quantum) {
        count = 0;
        throttled = 0;
        placement.begin();
        if (decision.placed() > 0) {
            for (int i = 0; i < decision.placed(); i++) {
                int p = decision.placedProgram(i);
                int t = strands.first[p] + decision.placedThread(i);
                strands.separate(p);
                if (!strands.done[t]) {
                    add(p, t, 1, 1, 1, quantum);
                    strands.debt[t] += placement.placeOn(t, decision.placedCpu(i));
                }
            }
            return;
        }
        for (int i = 0; i < living; i++) {
            int p = alive[i];
            int wanted = Math.min(decision.cpus(p), strands.threads[p]);
            if (wanted > 0 && strands.aligned[p]) {
                add(p, strands.first[p], wanted, (double) wanted / strands.threads[p], decision.share(p), quantum);
            } else if (wanted > 0) {
                addSlowest(p, wanted, decision.share(p), quantum);
            }
        }
        place();
    }

    private void add(int p, int t, int on, double part, double ofQuantum, double quantum) {
        program[count] = p;
        thread[count] = t;
        cpus[count] = on;
        share[count] = part;
        boolean late = ofQuantum < 1 && throttled++ % 2 == 1;
        from[count] = late ? quantum * (1 - ofQuantum) : 0;
        to[count++] = late ? quantum : quantum * ofQuantum;
    }

    /** Adds the threads of a program with the least progress. */
    private void addSlowest(int p, int wanted, double ofQuantum, double quantum) {
        int begin = count;
        for (int k = 0; k < wanted; k++) {
            int best = -1;
            for (int t = strands.first[p]; t < strands.first[p] + strands.threads[p]; t++) {
                boolean chosen = strands.done[t];
                for (int s = begin; s < count; s++) {
                    chosen |= thread[s] == t;
                }
                best = !chosen && (best < 0 || strands.work[t] < strands.work[best]) ? t : best;
            }
            if (best < 0) {
                return;
            }
            add(p, best, 1, 1, ofQuantum, quantum);
        }
    }

    /** Places threads on their last CPUs if possible, then the others. A gang waits for its most expensive start. */
    private void place() {
        int all = 0;
        for (int s = 0; s < count; s++) {
            for (int k = 0; k < cpus[s]; k++) {
                stayed[all++] = placement.stay(thread[s] + k);
            }
        }
        all = 0;
        for (int s = 0; s < count; s++) {
            double maxSlots = 0;
            for (int k = 0; k < cpus[s]; k++) {
                int t = thread[s] + k;
                maxSlots = Math.max(maxSlots, stayed[all++] ? placement.resume(t) : placement.placeOnFree(t));
            }
            strands.debt[thread[s]] += maxSlots;
        }
    }

    /** The assignment of threads to CPUs; a thread stays on its last CPU if possible. */
    static final class CpuPlacement {
        private static final int NOWHERE = -1;

        private final SimulationSettings settings;
        private final int[] lastCpu;
        private final int[] lastThread;
        private final boolean[] taken;
        private final long[] switches;
        private final long[] migrations;
        private int free;

        CpuPlacement(int threads, SimulationSettings settings) {
            this.settings = settings;
            lastCpu = new int[threads];
            lastThread = new int[settings.cpus()];
            taken = new boolean[settings.cpus()];
            switches = new long[threads];
            migrations = new long[threads];
            Arrays.fill(lastCpu, NOWHERE);
            Arrays.fill(lastThread, NOWHERE);
        }

        /** Marks all CPUs as free. */
        void begin() {
            Arrays.fill(taken, false);
            free = 0;
        }

        /**
         * Reserves the thread's last CPU if it is free.
         *
         * @return whether the thread stays there
         */
        boolean stay(int thread) {
            int cpu = lastCpu[thread];
            if (cpu == NOWHERE || taken[cpu]) {
                return false;
            }
            taken[cpu] = true;
            return true;
        }

        /** Returns the running time in seconds that the thread loses on its reserved CPU. */
        double resume(int thread) {
            return placeOn(thread, lastCpu[thread]);
        }

        /**
         * Places the thread on the next free CPU.
         *
         * @return running time in seconds that the thread loses
         */
        double placeOnFree(int thread) {
            while (taken[free]) {
                free++;
            }
            taken[free] = true;
            return placeOn(thread, free);
        }

        /**
         * Places the thread on a CPU.
         *
         * @return running time in seconds that the thread loses
         */
        double placeOn(int thread, int cpu) {
            taken[cpu] = true;
            if (lastThread[cpu] == thread && lastCpu[thread] == cpu) {
                return 0;
            }
            // The profile already contains the cost of the first start.
            double cost = lastCpu[thread] == NOWHERE ? settings.switchSeconds()
                    : settings.switchSeconds() + settings.coldSeconds();
            switches[thread]++;
            migrations[thread] += lastCpu[thread] != NOWHERE && lastCpu[thread] != cpu ? 1 : 0;
            lastCpu[thread] = cpu;
            lastThread[cpu] = thread;
            return cost;
        }

        long switches(int first, int count) {
            return sum(switches, first, count);
        }

        long migrations(int first, int count) {
            return sum(migrations, first, count);
        }

        private static long sum(long[] counts, int first, int count) {
            long sum = 0;
            for (int i = first; i < first + count; i++) {
                sum += counts[i];
            }
            return sum;
        }
    }
}
