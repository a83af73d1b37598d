package runbench.schedule.policy;

import java.util.Arrays;

/**
 * Who runs in a quantum: for each program of the workload how many of its threads, and for which share of the quantum.
 * A policy that knows no gangs says thread by thread who runs where ({@link #place}); who only starts and stops whole
 * programs may read the counts alone.
 */
public final class Decision {
    private final int[] cpus;
    private final double[] share;
    private int[] placedProgram = new int[0];
    private int[] placedThread = new int[0];
    private int[] placedCpu = new int[0];
    private int placed;

    /** Nobody of so many programs runs. */
    public Decision(int programs) {
        cpus = new int[programs];
        share = new double[programs];
    }

    /**
     * The program runs on so many CPUs, from one to its number of threads (on fewer its threads take turns), all
     * quantum long.
     */
    public void run(int program, int onCpus) {
        cpus[program] = onCpus;
        share[program] = 1;
    }

    /** One thread of a program runs on one CPU, all quantum long; its siblings need not. */
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
     * A program that runs is held back: it runs for this share of the quantum only, above 0 and at most 1. Of several,
     * the first run when the quantum begins and the others until it ends, by turns in the order of their numbers, so
     * that they meet least.
     */
    public void throttle(int program, double ofQuantum) {
        share[program] = ofQuantum;
    }

    /** CPUs that the program has; 0 when it is stopped. */
    public int cpus(int program) {
        return cpus[program];
    }

    /** The share of the quantum for which it runs; 0 when it is stopped. */
    public double share(int program) {
        return share[program];
    }

    /** The part of the quantum that goes by before the program runs, from 0: see {@link #throttle}. */
    public double begins(int program) {
        boolean late = false;
        for (int p = 0; p < program; p++) {
            late ^= share[p] > 0 && share[p] < 1;
        }
        return late && share[program] < 1 ? 1 - share[program] : 0;
    }

    /** How many threads were placed one by one; 0 where whole programs run. */
    public int placed() {
        return placed;
    }

    /** Whose thread was placed as the {@code i}-th. */
    public int placedProgram(int i) {
        return placedProgram[i];
    }

    /** Which of its program's threads that is, from 0. */
    public int placedThread(int i) {
        return placedThread[i];
    }

    /** Where it runs, from 0. */
    public int placedCpu(int i) {
        return placedCpu[i];
    }

    /** Stops all, for the next quantum. */
    public void clear() {
        Arrays.fill(cpus, 0);
        Arrays.fill(share, 0);
        placed = 0;
    }
}
