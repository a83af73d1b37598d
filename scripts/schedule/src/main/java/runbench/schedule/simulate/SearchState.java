package runbench.schedule.simulate;

import java.util.Arrays;

/** How far a schedule has come that a search tries, and by which choices. */
final class SearchState {
    final SearchState before;
    /** Who ran last; bits. */
    final int ran;
    /** Who has ever run, and who has ended; bits. */
    int begun;
    int ended;
    double now;
    /** Of those that have ended, seconds. */
    double turnarounds;
    /** Per program: the step, what is left of it, what a cold cache has still to cost; seconds alone. */
    final int[] step;
    final double[] left;
    final double[] debt;
    /** What the search expects in the end. */
    double expected;

    /** Nothing has run. @param left of each program's first step */
    SearchState(double[] left) {
        before = null;
        ran = 0;
        step = new int[left.length];
        this.left = left.clone();
        debt = new double[left.length];
    }

    /** The same, from where others run. */
    SearchState(SearchState from, int ran) {
        before = from;
        this.ran = ran;
        begun = from.begun | ran;
        ended = from.ended;
        now = from.now;
        turnarounds = from.turnarounds;
        step = from.step.clone();
        left = from.left.clone();
        debt = from.debt.clone();
    }

    /** Whether both have come to the same by different ways. */
    boolean like(SearchState other) {
        return ran == other.ran && ended == other.ended && Arrays.equals(step, other.step) && close(left, other.left)
                && close(debt, other.debt);
    }

    private static boolean close(double[] a, double[] b) {
        for (int i = 0; i < a.length; i++) {
            if (Math.abs(a[i] - b[i]) > Strands.NOTHING * 1e3) {
                return false;
            }
        }
        return true;
    }

    /** Who ran in each quantum up to here in which anybody did. @param hold for how many quanta each choice was held */
    int[] choices(int hold) {
        int depth = 0;
        for (SearchState s = this; s.before != null; s = s.before) {
            depth += s.ran == 0 ? 0 : 1;
        }
        int[] all = new int[depth * hold];
        for (SearchState s = this; s.before != null; s = s.before) {
            if (s.ran != 0) {
                depth--;
                Arrays.fill(all, depth * hold, (depth + 1) * hold, s.ran);
            }
        }
        return all;
    }
}
