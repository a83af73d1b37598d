package runbench.schedule.policy;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Models how Linux shares CPUs among runnable threads, in 2.4 and in today's fair scheduler. Threads are independent of
 * their programs. Each CPU has a queue, and a new thread joins the shortest one. All threads of a queue receive equal
 * time. A thread stays on the CPU with its warm cache unless another CPU would idle. The queues' orders are independent
 * (timers, wake-ups and daemons shift them), so each CPU draws a new order in each round.
 */
final class LinuxLike implements SchedulingPolicy {
    static final String NAME = "linux";

    private final SplittableRandom random;
    private int[][] queue = new int[0][];
    private int[] length = new int[0];
    private int[] next = new int[0];
    private int[] programOf = new int[16];
    private int[] threadOf = new int[16];
    private int threads;
    private boolean[] listed = new boolean[0];
    private boolean[] alive = new boolean[0];
    private int programs;

    /** @param seed seed of the drawn orders */
    LinuxLike(long seed) {
        random = new SplittableRandom(seed);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void decide(Candidates c, Decision decision) {
        if (c.count() == 0) {
            return;
        }
        if (queue.length == 0) {
            queue = new int[c.cpus()][8];
            length = new int[c.cpus()];
            next = new int[c.cpus()];
        }
        updateQueues(c);
        for (int cpu = 0; cpu < queue.length; cpu++) {
            if (length[cpu] == 0) {
                steal(cpu);
            }
        }
        for (int cpu = 0; cpu < queue.length; cpu++) {
            if (length[cpu] > 0) {
                if (next[cpu] >= length[cpu]) {
                    begin(cpu);
                }
                int thread = queue[cpu][next[cpu]++];
                decision.place(programOf[thread], threadOf[thread], cpu);
            }
        }
    }

    private void updateQueues(Candidates c) {
        int programCount = c.program(c.count() - 1) + 1;
        if (programCount > listed.length) {
            listed = Arrays.copyOf(listed, Math.max(programCount, 2 * listed.length));
            alive = Arrays.copyOf(alive, listed.length);
        }
        int known = 0;
        for (int i = 0; i < c.count(); i++) {
            known += listed[c.program(i)] ? 1 : 0;
        }
        if (known < programs) {
            removeEnded(c);
        }
        for (int i = 0; known < c.count() && i < c.count(); i++) {
            int program = c.program(i);
            if (!listed[program]) {
                listed[program] = true;
                programs++;
                for (int t = 0; t < c.threads(program); t++) {
                    join(program, t);
                }
            }
        }
    }

    private void removeEnded(Candidates c) {
        Arrays.fill(alive, false);
        for (int i = 0; i < c.count(); i++) {
            alive[c.program(i)] = true;
        }
        for (int cpu = 0; cpu < queue.length; cpu++) {
            int kept = 0;
            int before = next[cpu];
            for (int i = 0; i < length[cpu]; i++) {
                int thread = queue[cpu][i];
                if (alive[programOf[thread]]) {
                    queue[cpu][kept++] = thread;
                } else if (i < before) {
                    next[cpu]--;
                }
            }
            length[cpu] = kept;
        }
        for (int program = 0; program < listed.length; program++) {
            if (listed[program] && !alive[program]) {
                listed[program] = false;
                programs--;
            }
        }
    }

    private void join(int program, int thread) {
        if (threads == programOf.length) {
            programOf = Arrays.copyOf(programOf, 2 * threads);
            threadOf = Arrays.copyOf(threadOf, 2 * threads);
        }
        programOf[threads] = program;
        threadOf[threads] = thread;
        int shortest = 0;
        for (int cpu = 1; cpu < queue.length; cpu++) {
            shortest = length[cpu] < length[shortest] ? cpu : shortest;
        }
        append(shortest, threads++);
        // Insert the thread at a random place among those that have not run in this round.
        int at = next[shortest] + random.nextInt(length[shortest] - next[shortest]);
        swap(queue[shortest], at, length[shortest] - 1);
    }

    private void append(int cpu, int thread) {
        if (length[cpu] == queue[cpu].length) {
            queue[cpu] = Arrays.copyOf(queue[cpu], 2 * length[cpu]);
        }
        queue[cpu][length[cpu]++] = thread;
    }

    /** Moves a thread from the longest queue to an idle CPU, if that queue has a waiting thread. */
    private void steal(int cpu) {
        int longest = 0;
        for (int other = 1; other < queue.length; other++) {
            longest = length[other] > length[longest] ? other : longest;
        }
        if (length[longest] > 1) {
            append(cpu, queue[longest][--length[longest]]);
            next[cpu] = 0;
        }
    }

    private void begin(int cpu) {
        for (int i = length[cpu] - 1; i > 0; i--) {
            swap(queue[cpu], i, random.nextInt(i + 1));
        }
        next[cpu] = 0;
    }

    private static void swap(int[] array, int i, int j) {
        int kept = array[i];
        array[i] = array[j];
        array[j] = kept;
    }
}
