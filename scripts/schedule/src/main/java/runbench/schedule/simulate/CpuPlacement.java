package runbench.schedule.simulate;

import java.util.Arrays;

/** The assignment of threads to CPUs; a thread stays on its last CPU if possible. */
final class CpuPlacement {
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
