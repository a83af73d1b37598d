package runbench.schedule.policy;

import java.util.Arrays;

/**
 * The decision for one quantum: the number of CPUs of each program, and the share of the quantum for which it runs. A
 * policy without gangs places individual threads on CPUs ({@link #place}). A caller that only starts and stops whole
 * programs can read the counts alone.
 */
public final class Decision {
    private final int[] cpus;
    private final double[] share;
    private int[] placedProgram = new int[0];
    private int[] placedThread = new int[0];
    private int[] placedCpu = new int[0];
    private int placed;

    /**
     * Creates a decision in which no program runs.
     *
     * @param programs number of programs in the workload
     */
    public Decision(int programs) {
        cpus = new int[programs];
        share = new double[programs];
    }

    /**
     * Runs a program for the whole quantum.
     *
     * @param onCpus number of CPUs, from 1 to the number of threads; with fewer CPUs than threads, the threads take
     *     turns
     */
    public void run(int program, int onCpus) {
        cpus[program] = onCpus;
        share[program] = 1;
    }

    /** Runs one thread of a program on one CPU for the whole quantum, independently of its siblings. */
    public void place(int program, int thread, int cpu) {
        if (placed == placedProgram.length) {
            int room = Math.max(16, 2 * placed);
            placedProgram = Arrays.copyOf(placedProgram, room);
            placedThread = Arrays.copyOf(placedThread, room);
            placedCpu = Arrays.copyOf(placedCpu, room);
        }
        placedProgram[placed] = program;
        placedThread[placed] = thread;
        placedCpu[placed++] = cpu;
        cpus[program]++;
        share[program] = 1;
    }

    /**
     * Limits a running program to a share of the quantum. Throttled programs alternate, in the order of their numbers,
     * between the start and the end of the quantum, so that they overlap as little as possible.
     *
     * @param ofQuantum share of the quantum, above 0 and at most 1
     */
    public void throttle(int program, double ofQuantum) {
        share[program] = ofQuantum;
    }

    /** Returns the number of CPUs of the program; 0 if it is stopped. */
    public int cpus(int program) {
        return cpus[program];
    }

    /** Returns the share of the quantum for which the program runs; 0 if it is stopped. */
    public double share(int program) {
        return share[program];
    }

    /** Returns the share of the quantum before the program starts; 0 unless {@link #throttle} moved it to the end. */
    public double begins(int program) {
        boolean late = false;
        for (int p = 0; p < program; p++) {
            late ^= share[p] > 0 && share[p] < 1;
        }
        return late && share[program] < 1 ? 1 - share[program] : 0;
    }

    /** Returns the number of individually placed threads; 0 if whole programs run. */
    public int placed() {
        return placed;
    }

    /** Returns the program of the {@code i}-th placed thread. */
    public int placedProgram(int i) {
        return placedProgram[i];
    }

    /** Returns the number of the {@code i}-th placed thread within its program, from 0. */
    public int placedThread(int i) {
        return placedThread[i];
    }

    /** Returns the CPU of the {@code i}-th placed thread, from 0. */
    public int placedCpu(int i) {
        return placedCpu[i];
    }

    /** Stops all programs, for the next quantum. */
    public void clear() {
        Arrays.fill(cpus, 0);
        Arrays.fill(share, 0);
        placed = 0;
    }
}
