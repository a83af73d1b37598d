package runbench.schedule.simulate;

import java.util.Arrays;

/** The state of an unfinished schedule in a search, with the choices that led to it. */
final class SearchState {
    final SearchState before;
    /** Programs of the last choice, as a bit mask. */
    final int ran;
    /** Programs that have ever run, and programs that have ended, as bit masks. */
    int begun;
    int ended;
    double now;
    /** Sum of the turnarounds of ended programs, seconds. */
    double turnarounds;
    /** Per program: current step, remaining time of the step, and remaining cost of a cold cache; seconds alone. */
    final int[] step;
    final double[] left;
    final double[] debt;
    /** Estimated final cost. */
    double expected;

    /**
     * Creates the initial state.
     *
     * @param left time of each program's first step
     */
    SearchState(double[] left) {
        before = null;
        ran = 0;
        step = new int[left.length];
        this.left = left.clone();
        debt = new double[left.length];
    }

    /** Creates a copy of a state that continues with a choice of programs. */
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

    /** Returns whether both states are equivalent although their choices differ. */
    boolean isEquivalentTo(SearchState other) {
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

    /**
     * Returns the set of programs in each non-empty quantum so far.
     *
     * @param hold number of quanta per choice
     */
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
