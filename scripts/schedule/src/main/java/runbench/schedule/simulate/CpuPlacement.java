package runbench.schedule.simulate;

import java.util.Arrays;

/** Which thread has which CPU, and who had it before: a thread stays where it was if it can. */
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

    /** All CPUs are free. */
    void begin() {
        Arrays.fill(taken, false);
        free = 0;
    }

    /** The thread stays on its CPU if that is free. @return whether it does */
    boolean stay(int thread) {
        int cpu = lastCpu[thread];
        if (cpu == NOWHERE || taken[cpu]) {
            return false;
        }
        taken[cpu] = true;
        return true;
    }

    /** Running time that it costs the thread to go on where it stayed. */
    double resume(int thread) {
        return on(thread, lastCpu[thread]);
    }

    /** The thread comes onto the next free CPU. @return running time that this costs it */
    double anywhere(int thread) {
        while (taken[free]) {
            free++;
        }
        taken[free] = true;
        return on(thread, free);
    }

    /** The thread comes onto this CPU. @return running time that this costs it */
    double on(int thread, int cpu) {
        taken[cpu] = true;
        if (lastThread[cpu] == thread && lastCpu[thread] == cpu) {
            return 0;
        }
        // The first time is part of its profile.
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

    private static long sum(long[] of, int first, int count) {
        long sum = 0;
        for (int i = first; i < first + count; i++) {
            sum += of[i];
        }
        return sum;
    }
}
