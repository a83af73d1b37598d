package runbench.schedule.policy;

import java.util.Arrays;

/** Who runs in a quantum: for each program of the workload how many of its threads, and for which share of the quantum. */
public final class Decision {
    private final int[] cpus;
    private final double[] share;

    /** Nobody of so many programs runs. */
    public Decision(int programs) {
        cpus = new int[programs];
        share = new double[programs];
    }

    /** The program runs on so many CPUs, from one to its number of threads (on fewer its threads take turns), all quantum long. */
    public void run(int program, int onCpus) {
        cpus[program] = onCpus;
        share[program] = 1;
    }

    /** A program that runs is held back: it runs for this share of the quantum only, above 0 and at most 1. */
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

    /** Stops all, for the next quantum. */
    public void clear() {
        Arrays.fill(cpus, 0);
        Arrays.fill(share, 0);
    }
}
