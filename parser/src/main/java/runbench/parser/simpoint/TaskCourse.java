package runbench.parser.simpoint;

import java.util.Arrays;

/**
 * The relation between a task's own executed instructions and the position of the whole run, in instructions. A stretch
 * is a sequence of the task's instructions without another task in between.
 */
final class TaskCourse {
    private long[] own = new long[16];
    private long[] run = new long[16];
    private int stretches;

    /**
     * Adds a point.
     *
     * @param executed instructions of the task since the previous point
     * @param stood position of the whole run, in instructions
     */
    void add(long executed, long stood) {
        if (executed <= 0) {
            return;
        }
        int last = stretches - 1;
        if (last >= 0 && run[last] == stood - executed) {
            own[last] += executed;
            run[last] = stood;
            return;
        }
        if (stretches == own.length) {
            own = Arrays.copyOf(own, 2 * stretches);
            run = Arrays.copyOf(run, 2 * stretches);
        }
        own[stretches] = (last < 0 ? 0 : own[last]) + executed;
        run[stretches] = stood;
        stretches++;
    }

    /**
     * Returns the run position at which the task continues after a number of its own instructions. Instructions that
     * other tasks execute in between come before this position.
     *
     * @param behind instructions of the task
     */
    long begins(long behind) {
        return at(behind, behind + 1);
    }

    /**
     * Returns the run position at which the task has executed a number of its own instructions.
     *
     * @param executed instructions of the task
     */
    long ends(long executed) {
        return at(executed, executed);
    }

    /** Returns the position in the first stretch that reaches a number of instructions. */
    private long at(long executed, long reaching) {
        int found = Arrays.binarySearch(own, 0, stretches, reaching);
        int stretch = found < 0 ? -found - 1 : found;
        return stretches == 0 ? 0
                : stretch == stretches ? run[stretches - 1] : run[stretch] - (own[stretch] - executed);
    }
}
