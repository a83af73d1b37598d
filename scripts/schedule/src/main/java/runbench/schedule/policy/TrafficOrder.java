package runbench.schedule.policy;

import java.util.Arrays;

/**
 * Waiting programs, indexed by requested CPU count and then by traffic per CPU. A lookup finds the program nearest to a
 * target without a scan of all programs. Between decisions, only programs that ran are re-inserted. Among equals, the
 * program that waits longest comes first.
 */
final class TrafficOrder {
    private Group[] groups = new Group[0];
    /** Requested CPUs, expected traffic per CPU, place in the waiting list and last decision, indexed by program. */
    private int[] width = new int[0];
    private double[] value = new double[0];
    private int[] place = new int[0];
    private long[] lastDecision = new long[0];
    private boolean[] ordered = new boolean[0];
    private boolean[] isRunning = new boolean[0];
    private int[] changed = new int[16];
    private long decision;

    /**
     * Programs that request the same number of CPUs, sorted by (traffic, place). {@code up} and {@code down} link to
     * the next program that may still be chosen.
     */
    private final class Group {
        private int[] programs = new int[16];
        private int[] up = new int[17];
        private int[] down = new int[17];
        private int size;

        /** Removes programs that ended or that must be re-inserted. */
        void drop() {
            int kept = 0;
            for (int i = 0; i < size; i++) {
                if (lastDecision[programs[i]] == decision && ordered[programs[i]]) {
                    programs[kept++] = programs[i];
                }
            }
            size = kept;
        }

        void insert(int program) {
            if (size == programs.length) {
                programs = Arrays.copyOf(programs, 2 * size);
                up = new int[2 * size + 1];
                down = new int[2 * size + 1];
            }
            int at = lowerBound(value[program], place[program]);
            System.arraycopy(programs, at, programs, at + 1, size - at);
            programs[at] = program;
            size++;
        }

        /** Returns the index of the first entry that is not below (traffic, place). */
        int lowerBound(double traffic, int waiting) {
            int low = 0;
            int high = size;
            while (low < high) {
                int middle = (low + high) >>> 1;
                double other = value[programs[middle]];
                if (other < traffic || other == traffic && place[programs[middle]] < waiting) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        /**
         * Marks the programs that may be chosen.
         *
         * @param served programs that may not be chosen, indexed by program; null for none
         */
        void open(boolean[] served) {
            for (int i = 0; i < size; i++) {
                boolean open = !isRunning[programs[i]] && (served == null || !served[programs[i]]);
                up[i] = open ? i : i + 1;
                down[i + 1] = open ? i + 1 : i;
            }
            up[size] = size;
            down[0] = 0;
        }

        void close(int program) {
            int at = lowerBound(value[program], place[program]);
            up[at] = at + 1;
            down[at + 1] = at;
        }

        /** Returns the first index from here upwards that may be chosen; {@code size} if there is none. */
        int upwards(int lowerBound) {
            int at = lowerBound;
            while (up[at] != at) {
                up[at] = up[up[at]];
                at = up[at];
            }
            return at;
        }

        /** Returns the first index from here downwards that may be chosen; -1 if there is none. */
        int downwards(int lowerBound) {
            int at = lowerBound + 1;
            while (down[at] != at) {
                down[at] = down[down[at]];
                at = down[at];
            }
            return at - 1;
        }

        /**
         * Returns the program nearest to {@code target}, or -1. Among equally near programs, the one that waits longest
         * wins. Differences are rounded, so distinct neighbours can be equally near.
         */
        int nearest(double target) {
            int border = lowerBound(target, 0);
            int best = -1;
            double least = Double.POSITIVE_INFINITY;
            for (int i = upwards(border); i < size; i = upwards(lowerBound(value[programs[i]], Integer.MAX_VALUE))) {
                double distance = Math.abs(target - value[programs[i]]);
                if (distance > least) {
                    break;
                }
                best = better(best, least, programs[i], distance);
                least = distance;
            }
            for (int i = downwards(border - 1); i >= 0; i = downwards(lowerBound(value[programs[i]], 0) - 1)) {
                double distance = Math.abs(target - value[programs[i]]);
                if (distance > least) {
                    break;
                }
                best = better(best, least, programs[upwards(lowerBound(value[programs[i]], 0))], distance);
                least = distance;
            }
            return best;
        }
    }

    private int better(int best, double least, int other, double distance) {
        return best < 0 || distance < least || place[other] < place[best] ? other : best;
    }

    /**
     * Starts a decision and updates the index.
     *
     * @param list waiting programs
     * @param wanted requested CPUs, by place in the list
     * @param perThread traffic per CPU, by place in the list; programs with NaN are not indexed
     * @param served programs that may not be chosen, indexed by program; null for none
     * @param cpus number of CPUs
     */
    void begin(WaitingList list, int[] wanted, double[] perThread, boolean[] served, int cpus) {
        decision++;
        while (groups.length <= cpus) {
            groups = Arrays.copyOf(groups, groups.length + 1);
            groups[groups.length - 1] = new Group();
        }
        int moved = 0;
        for (int i = 0; i < list.size(); i++) {
            int program = list.at(i);
            grow(program + 1);
            lastDecision[program] = decision;
            place[program] = i;
            boolean stays = ordered[program] && !isRunning[program] && width[program] == wanted[i]
                    && value[program] == perThread[i];
            isRunning[program] = false;
            if (!stays) {
                ordered[program] = false;
                if (moved == changed.length) {
                    changed = Arrays.copyOf(changed, 2 * moved);
                }
                changed[moved++] = i;
            }
        }
        for (Group g : groups) {
            g.drop();
        }
        for (int k = 0; k < moved; k++) {
            int i = changed[k];
            if (!Double.isNaN(perThread[i])) {
                int program = list.at(i);
                width[program] = wanted[i];
                value[program] = perThread[i];
                ordered[program] = true;
                groups[wanted[i]].insert(program);
            }
        }
        open(served);
    }

    /**
     * Marks all programs as available again.
     *
     * @param served programs that may not be chosen, indexed by program; null for none
     */
    void open(boolean[] served) {
        for (Group g : groups) {
            g.open(served);
        }
    }

    private void grow(int programs) {
        if (programs > width.length) {
            int room = Math.max(programs, 2 * width.length);
            width = Arrays.copyOf(width, room);
            value = Arrays.copyOf(value, room);
            place = Arrays.copyOf(place, room);
            lastDecision = Arrays.copyOf(lastDecision, room);
            ordered = Arrays.copyOf(ordered, room);
            isRunning = Arrays.copyOf(isRunning, room);
        }
    }

    /** Marks the program as running; it is not chosen again in this decision. */
    void runs(int program) {
        isRunning[program] = true;
        if (ordered[program]) {
            groups[width[program]].close(program);
        }
    }

    /**
     * Returns the place of the program nearest to {@code target}, or -1.
     *
     * @param free maximum number of requested CPUs
     * @param target traffic per CPU
     */
    int nearest(int free, double target) {
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int cpus = 1; cpus <= free; cpus++) {
            int program = groups[cpus].size == 0 ? -1 : groups[cpus].nearest(target);
            if (program >= 0) {
                double distance = Math.abs(target - value[program]);
                if (best < 0 || distance < least || distance == least && place[program] < place[best]) {
                    best = program;
                    least = distance;
                }
            }
        }
        return best < 0 ? -1 : place[best];
    }
}
