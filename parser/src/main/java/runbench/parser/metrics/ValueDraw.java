package runbench.parser.metrics;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Values one after the other, of which a bounded number is kept: all of a few, of more every one with the same chance.
 */
final class ValueDraw {
    private final int most;
    private final SplittableRandom random;
    private double[] kept = new double[8];
    private int size;
    private long count;

    /** @param random shared by many: the same recording always gives the same draw */
    ValueDraw(int most, SplittableRandom random) {
        this.most = most;
        this.random = random;
    }

    void add(double value) {
        count++;
        if (size < most) {
            if (size == kept.length) {
                kept = Arrays.copyOf(kept, Math.min(most, 2 * size));
            }
            kept[size++] = value;
        } else {
            long place = random.nextLong(count);
            if (place < most) {
                kept[(int) place] = value;
            }
        }
    }

    long count() {
        return count;
    }

    double[] sorted() {
        double[] all = Arrays.copyOf(kept, size);
        Arrays.sort(all);
        return all;
    }
}
