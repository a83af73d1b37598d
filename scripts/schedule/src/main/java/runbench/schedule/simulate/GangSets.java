package runbench.schedule.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.optim.linear.LinearConstraint;
import org.hipparchus.optim.linear.LinearConstraintSet;
import org.hipparchus.optim.linear.LinearObjectiveFunction;
import org.hipparchus.optim.linear.NonNegativeConstraint;
import org.hipparchus.optim.linear.Relationship;
import org.hipparchus.optim.linear.SimplexSolver;
import org.hipparchus.optim.nonlinear.scalar.GoalType;

/**
 * The sets of programs that fit on the CPUs as whole gangs, with their mean speeds. A set is a bit mask; the lowest bit
 * is the first program.
 */
final class GangSets {
    private final int programs;
    private final Levels levels;
    private final int[] key;
    /** CPUs of each program, and that number as a share of its threads. */
    final int[] cpus;
    final double[] share;
    /** All sets that fit, in ascending order. */
    final int[] sets;
    private final double[][] meanRates;

    /**
     * Creates the sets.
     *
     * @param threads threads of each program
     * @param onCpus number of CPUs
     * @param levels numbers of demands
     * @param level mean demand of each program, as a number of {@code levels}
     */
    GangSets(int[] threads, int onCpus, Levels levels, int[] level) {
        programs = threads.length;
        this.levels = levels;
        key = new int[onCpus];
        cpus = Arrays.stream(threads).map(t -> Math.min(t, onCpus)).toArray();
        share = new double[programs];
        Arrays.setAll(share, p -> (double) cpus[p] / threads[p]);
        List<Integer> fitting = new ArrayList<>();
        for (int set = 1; set < 1 << programs; set++) {
            if (wanted(set) <= onCpus) {
                fitting.add(set);
            }
        }
        sets = fitting.stream().mapToInt(Integer::intValue).toArray();
        meanRates = new double[sets.length][programs];
        for (int i = 0; i < sets.length; i++) {
            rates(sets[i], level, meanRates[i]);
        }
    }

    private int wanted(int set) {
        int sum = 0;
        for (int p = 0; p < programs; p++) {
            sum += (set >> p & 1) * cpus[p];
        }
        return sum;
    }

    /**
     * Computes the speed of each program of a set, where 1 is alone. Elements of other programs are not written.
     *
     * @param set the set
     * @param level demand of each program
     * @param rates receives the speeds
     */
    void rates(int set, int[] level, double[] rates) {
        int entries = 0;
        for (int p = 0; p < programs; p++) {
            for (int k = 0; (set >> p & 1) == 1 && k < cpus[p]; k++) {
                key[entries++] = level[p];
            }
        }
        double[] speeds = levels.speeds(entries, key);
        int at = 0;
        for (int p = 0; p < programs; p++) {
            if ((set >> p & 1) == 1) {
                double relativeSpeed = speeds[at] / levels.own(level[p]);
                rates[p] = share[p] * (share[p] < 1 ? relativeSpeed : Math.min(1, relativeSpeed));
                at += cpus[p];
            }
        }
    }

    /**
     * Returns the price of one second of each program's remaining time, as part of the time until all programs end. It
     * assumes that sets alternate arbitrarily finely and that demands are constant: the dual of the minimum total time
     * of the sets. At the given remaining times, the sum of prices times remaining times is that total time; at others
     * it is a lower bound.
     *
     * @param remaining remaining time alone of each program, seconds
     * @return prices, or null if the linear program has no solution
     */
    double[] prices(double[] remaining) {
        double longest = Arrays.stream(remaining).max().orElse(0);
        if (!(longest > 0)) {
            return null;
        }
        List<LinearConstraint> constraints = new ArrayList<>();
        for (double[] rates : meanRates) {
            constraints.add(new LinearConstraint(rates, Relationship.LEQ, 1));
        }
        try {
            return new SimplexSolver()
                    .optimize(new LinearObjectiveFunction(Arrays.stream(remaining).map(r -> r / longest).toArray(), 0),
                            new LinearConstraintSet(constraints), GoalType.MAXIMIZE, new NonNegativeConstraint(true))
                    .getPoint();
        } catch (MathRuntimeException e) {
            return null;
        }
    }
}
