package runbench.parser.compare;

import java.util.ArrayList;
import java.util.List;

/**
 * The comparisons of several programs that are decided together: every program with the first one, or all pairs.
 * Bonferroni's correction limits the chance of any false verdict to that of a single comparison. With m comparisons,
 * each interval has a confidence of 1 - 0.05/m, and each p-value is multiplied by m.
 *
 * @param programs number of programs, 2 to {@link #MAX_PROGRAMS}
 * @param pairwise compare all pairs, not only each program with the first one
 */
public record ComparisonFamily(int programs, boolean pairwise) {
    /** Maximum number of programs. More of them need too many rounds for a verdict: use several commands. */
    public static final int MAX_PROGRAMS = 100;
    /** The single comparison of two programs. */
    public static final ComparisonFamily TWO = new ComparisonFamily(2, false);

    /**
     * One comparison of the family.
     *
     * @param a index of the program to compare with, from 0
     * @param b index of the compared program, from 0
     */
    public record Pair(int a, int b) {}

    /** Returns the comparisons; those with the first program come first. */
    public List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (int a = 0; a < (pairwise ? programs - 1 : 1); a++) {
            for (int b = a + 1; b < programs; b++) {
                pairs.add(new Pair(a, b));
            }
        }
        return pairs;
    }

    /** Returns the number of comparisons. */
    public int size() {
        return pairwise ? programs * (programs - 1) / 2 : programs - 1;
    }

    /** Returns the minimum number of rounds for which the signed rank test can give p &lt; 0.05, corrected. */
    public int minRounds() {
        return PairsNeeded.forRanks(size(), 1 - Comparer.CONFIDENCE);
    }

    /** Returns the confidence of each interval, with which all of them together have 95 %. */
    double intervalConfidence() {
        return intervalConfidence(size());
    }

    /**
     * Returns the confidence of each of several simultaneous intervals.
     *
     * @param simultaneous number of comparisons that are decided together
     */
    static double intervalConfidence(int simultaneous) {
        return 1 - (1 - Comparer.CONFIDENCE) / simultaneous;
    }
}
