package runbench.schedule.policy;

import java.util.Arrays;

/** Programs in the order in which they wait: who has run goes to the end, who arrives comes behind these. */
final class WaitingList {
    private int[] order = new int[16];
    private int[] behind = new int[16];
    private int size;
    private boolean[] listed = new boolean[0];
    private boolean[] alive = new boolean[0];
    private boolean[] ran = new boolean[0];
    private int[] runners = new int[16];
    private int runnerCount;

    /** Who ended goes, who ran since goes to the end. */
    void update(Candidates c) {
        int count = c.count();
        if (count == 0) {
            size = 0;
            runnerCount = 0;
            return;
        }
        grow(c.program(count - 1) + 1, count);
        Arrays.fill(alive, false);
        for (int i = 0; i < count; i++) {
            alive[c.program(i)] = true;
        }
        int kept = 0;
        int last = 0;
        for (int i = 0; i < size; i++) {
            int program = order[i];
            if (!alive[program]) {
                listed[program] = false;
            } else if (ran[program]) {
                behind[last++] = program;
            } else {
                order[kept++] = program;
            }
        }
        System.arraycopy(behind, 0, order, kept, last);
        size = kept + last;
        for (int i = 0; i < count; i++) {
            int program = c.program(i);
            if (!listed[program]) {
                listed[program] = true;
                order[size++] = program;
            }
        }
        Arrays.fill(ran, false);
        runnerCount = 0;
    }

    private void grow(int programs, int count) {
        if (programs > listed.length) {
            int room = Math.max(programs, 2 * listed.length);
            listed = Arrays.copyOf(listed, room);
            alive = Arrays.copyOf(alive, room);
            ran = Arrays.copyOf(ran, room);
        }
        // Those that have ended since stand in the list until it is gone through.
        if (size + count > order.length) {
            order = Arrays.copyOf(order, 2 * (size + count));
            behind = Arrays.copyOf(behind, order.length);
        }
    }

    int size() {
        return size;
    }

    /** Who stands at this place, from 0. */
    int at(int place) {
        return order[place];
    }

    /** Runs now, and so stands behind all others next time. */
    void runs(int program) {
        ran[program] = true;
        if (runnerCount == runners.length) {
            runners = Arrays.copyOf(runners, 2 * runnerCount);
        }
        runners[runnerCount++] = program;
    }

    /** How many run now. */
    int runners() {
        return runnerCount;
    }

    /** Of those that run now, in the order in which that was said. */
    int runner(int i) {
        return runners[i];
    }

    /** Whoever waits longest runs, gang by gang, as far as they find room. @return CPUs that stay free */
    int runInTurn(Candidates c, Decision decision) {
        int free = c.cpus();
        for (int i = 0; i < size && free > 0; i++) {
            int cpus = wanted(c, order[i]);
            if (cpus <= free) {
                decision.run(order[i], cpus);
                runs(order[i]);
                free -= cpus;
            }
        }
        return free;
    }

    /** Whether it has run since the list was last updated. */
    boolean running(int program) {
        return program < ran.length && ran[program];
    }

    /** CPUs that a gang needs: one for each thread, as far as there are any. */
    static int wanted(Candidates c, int program) {
        return Math.min(c.threads(program), c.cpus());
    }
}
