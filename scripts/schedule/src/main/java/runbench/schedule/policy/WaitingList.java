package runbench.schedule.policy;

import java.util.Arrays;

/** The programs in waiting order. Programs that ran move to the end, and new programs follow them. */
final class WaitingList {
    private int[] order = new int[16];
    private int[] servedOrder = new int[16];
    private int size;
    private boolean[] listed = new boolean[0];
    private boolean[] alive = new boolean[0];
    private boolean[] isRunning = new boolean[0];
    private int[] runners = new int[16];
    private int runnerCount;

    /** Removes ended programs, moves programs that ran to the end and appends new ones. */
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
            } else if (isRunning[program]) {
                servedOrder[last++] = program;
            } else {
                order[kept++] = program;
            }
        }
        System.arraycopy(servedOrder, 0, order, kept, last);
        size = kept + last;
        for (int i = 0; i < count; i++) {
            int program = c.program(i);
            if (!listed[program]) {
                listed[program] = true;
                order[size++] = program;
            }
        }
        Arrays.fill(isRunning, false);
        runnerCount = 0;
    }

    private void grow(int programs, int count) {
        if (programs > listed.length) {
            int room = Math.max(programs, 2 * listed.length);
            listed = Arrays.copyOf(listed, room);
            alive = Arrays.copyOf(alive, room);
            isRunning = Arrays.copyOf(isRunning, room);
        }
        // Programs that ended stay in the list until the loop below removes them.
        if (size + count > order.length) {
            order = Arrays.copyOf(order, 2 * (size + count));
            servedOrder = Arrays.copyOf(servedOrder, order.length);
        }
    }

    int size() {
        return size;
    }

    /** Returns the program at a place, from 0. */
    int at(int place) {
        return order[place];
    }

    /** Marks a program as running, so that the next update moves it to the end. */
    void runs(int program) {
        isRunning[program] = true;
        if (runnerCount == runners.length) {
            runners = Arrays.copyOf(runners, 2 * runnerCount);
        }
        runners[runnerCount++] = program;
    }

    /** Returns the number of running programs. */
    int runners() {
        return runnerCount;
    }

    /** Returns the {@code i}-th running program, in the order of the calls to {@link #runs}. */
    int runner(int i) {
        return runners[i];
    }

    /**
     * Runs gangs in waiting order, as far as they fit.
     *
     * @return number of CPUs that stay free
     */
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

    /** Returns whether the program has run since the last update. */
    boolean running(int program) {
        return program < isRunning.length && isRunning[program];
    }

    /** Returns the number of CPUs that a gang requires: one per thread, limited by the number of CPUs. */
    static int wanted(Candidates c, int program) {
        return Math.min(c.threads(program), c.cpus());
    }
}
