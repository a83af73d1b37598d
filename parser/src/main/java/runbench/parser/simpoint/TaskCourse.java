package runbench.parser.simpoint;

import java.util.Arrays;

/**
 * Where the whole run stood, in instructions, when a task had executed so many of its own. What it executed without
 * another task in between is one stretch.
 */
final class TaskCourse {
    private long[] own = new long[16];
    private long[] run = new long[16];
    private int stretches;

    /** The task executed so many, and then the whole run stood there. */
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

    /** Where it begins what it executes behind so many of its own: behind what others execute in between. */
    long begins(long behind) {
        return at(behind, behind + 1);
    }

    /** Where it has executed so many of its own. */
    long ends(long executed) {
        return at(executed, executed);
    }

    /** In the first stretch that reaches so far. */
    private long at(long executed, long reaching) {
        int found = Arrays.binarySearch(own, 0, stretches, reaching);
        int stretch = found < 0 ? -found - 1 : found;
        return stretches == 0 ? 0
                : stretch == stretches ? run[stretches - 1] : run[stretch] - (own[stretch] - executed);
    }
}
