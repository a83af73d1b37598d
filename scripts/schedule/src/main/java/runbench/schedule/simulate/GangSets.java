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
 * Which of a few programs can run at once, whole, and how fast they then are on average. Sets are bits: that of the
 * first program is the lowest.
 */
final class GangSets {
    private final int programs;
    private final Levels levels;
    private final int[] key;
    /** CPUs that each program runs on, and which share of its threads that is. */
    final int[] cpus;
    final double[] share;
    /** Every set that fits, in ascending order. */
    final int[] sets;
    private final double[][] meanRates;

    /** @param level what each program asks for on average, as a number of {@code levels} */
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
     * How fast each program of a set is, where 1 is alone; of others nothing is said. @param level what each asks for
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
                double beside = speeds[at] / levels.own(level[p]);
                rates[p] = share[p] * (share[p] < 1 ? beside : Math.min(1, beside));
                at += cpus[p];
            }
        }
    }

    /**
     * What a second of each program's remaining time alone costs of the time until all have ended, if sets could take
     * turns as finely as one likes and all asked for their averages: the dual of the least time that sets need
     * together. Where the programs are, prices times what remains are that time; elsewhere they are a lower bound of
     * it.
     *
     * @return null where it cannot be told
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
