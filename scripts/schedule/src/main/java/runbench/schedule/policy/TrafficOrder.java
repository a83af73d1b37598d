package runbench.schedule.policy;

import java.util.Arrays;

/**
 * Waiting programs by how many CPUs they want and by traffic, so that the one nearest to a figure is found without
 * going through all of them. From one decision to the next only those are moved that ran. Among equals the one that
 * waits longest comes first.
 */
final class TrafficOrder {
    private Group[] groups = new Group[0];
    /**
     * By program: what it wants and is expected to move on each CPU, where it waits, and in which decision it was last
     * seen.
     */
    private int[] width = new int[0];
    private double[] value = new double[0];
    private int[] place = new int[0];
    private long[] seen = new long[0];
    private boolean[] ordered = new boolean[0];
    private boolean[] ran = new boolean[0];
    private int[] changed = new int[16];
    private long decision;

    /**
     * Programs that want as many CPUs, by (value, place); up and down lead to the next one that may still be chosen.
     */
    private final class Group {
        private int[] programs = new int[16];
        private int[] up = new int[17];
        private int[] down = new int[17];
        private int size;

        /** Who is gone, or is to be put elsewhere, leaves. */
        void drop() {
            int kept = 0;
            for (int i = 0; i < size; i++) {
                if (seen[programs[i]] == decision && ordered[programs[i]]) {
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
            int at = from(value[program], place[program]);
            System.arraycopy(programs, at, programs, at + 1, size - at);
            programs[at] = program;
            size++;
        }

        /** Where the first stands that is not before this. */
        int from(double of, int waiting) {
            int low = 0;
            int high = size;
            while (low < high) {
                int middle = (low + high) >>> 1;
                double other = value[programs[middle]];
                if (other < of || other == of && place[programs[middle]] < waiting) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        /** @param served by program; null where nobody is passed over */
        void open(boolean[] served) {
            for (int i = 0; i < size; i++) {
                boolean open = !ran[programs[i]] && (served == null || !served[programs[i]]);
                up[i] = open ? i : i + 1;
                down[i + 1] = open ? i + 1 : i;
            }
            up[size] = size;
            down[0] = 0;
        }

        void close(int program) {
            int at = from(value[program], place[program]);
            up[at] = at + 1;
            down[at + 1] = at;
        }

        /** The first from here upwards that may be chosen; the size where there is none. */
        int upwards(int from) {
            int at = from;
            while (up[at] != at) {
                up[at] = up[up[at]];
                at = up[at];
            }
            return at;
        }

        /** The first from here downwards that may be chosen; -1 where there is none. */
        int downwards(int from) {
            int at = from + 1;
            while (down[at] != at) {
                down[at] = down[down[at]];
                at = down[at];
            }
            return at - 1;
        }

        /**
         * The nearest to {@code target}, of equally near ones who waits longest; -1 for nobody. Differences are
         * rounded, so neighbours may be equally near, too.
         */
        int nearest(double target) {
            int border = from(target, 0);
            int best = -1;
            double least = Double.POSITIVE_INFINITY;
            for (int i = upwards(border); i < size; i = upwards(from(value[programs[i]], Integer.MAX_VALUE))) {
                double distance = Math.abs(target - value[programs[i]]);
                if (distance > least) {
                    break;
                }
                best = better(best, least, programs[i], distance);
                least = distance;
            }
            for (int i = downwards(border - 1); i >= 0; i = downwards(from(value[programs[i]], 0) - 1)) {
                double distance = Math.abs(target - value[programs[i]]);
                if (distance > least) {
                    break;
                }
                best = better(best, least, programs[upwards(from(value[programs[i]], 0))], distance);
                least = distance;
            }
            return best;
        }
    }

    private int better(int best, double least, int other, double distance) {
        return best < 0 || distance < least || place[other] < place[best] ? other : best;
    }

    /**
     * A decision begins.
     *
     * @param wanted CPUs of each, by its place in the list
     * @param perThread its traffic on each; those of which it is not known are left out
     * @param served by program: who may not be chosen; null for nobody
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
            seen[program] = decision;
            place[program] = i;
            boolean stays = ordered[program] && !ran[program] && width[program] == wanted[i]
                    && value[program] == perThread[i];
            ran[program] = false;
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

    /** Who may be chosen anew. @param served by program: who may not; null for nobody */
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
            seen = Arrays.copyOf(seen, room);
            ordered = Arrays.copyOf(ordered, room);
            ran = Arrays.copyOf(ran, room);
        }
    }

    /** The program runs, and is not chosen again in this decision. */
    void runs(int program) {
        ran[program] = true;
        if (ordered[program]) {
            groups[width[program]].close(program);
        }
    }

    /** The place of the one nearest to {@code target} that wants no more CPUs; -1 for nobody. */
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
