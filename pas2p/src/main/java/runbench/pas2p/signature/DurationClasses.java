package runbench.pas2p.signature;

import java.util.Arrays;

/**
 * Classification of durations with several modes: natural breaks (the split with the least variance within classes,
 * Fisher 1958). A split is accepted only if at most a tenth of the variance remains, which neither a normal
 * distribution (36 %) nor a steady growth (25 %) permits, and if each class has its share of the time.
 */
final class DurationClasses {
    private static final double LEFT_WITHIN = 0.10;
    private static final double LEAST_VARIATION = 0.05;
    private static final double LEAST_SHARE = 0.01;
    private static final int MOST = 4;

    private DurationClasses() {
    }

    /** Returns the lower limit of each class, ascending; the first is the shortest duration. */
    static double[] of(double[] durations) {
        double[] sorted = durations.clone();
        Arrays.sort(sorted);
        double total = Arrays.stream(sorted).sum();
        int[] starts = new int[MOST];
        int n = 1;
        boolean split = true;
        while (split && n < MOST) {
            split = false;
            for (int c = 0; c < n && !split; c++) {
                int at = breakOf(sorted, starts[c], c + 1 < n ? starts[c + 1] : sorted.length, LEAST_SHARE * total);
                if (at > 0) {
                    System.arraycopy(starts, c + 1, starts, c + 2, n - c - 1);
                    starts[c + 1] = at;
                    n++;
                    split = true;
                }
            }
        }
        return Arrays.stream(starts, 0, n).mapToDouble(s -> sorted[s]).toArray();
    }

    /** Returns the start of the upper class; -1: one class. */
    private static int breakOf(double[] sorted, int from, int to, double leastTime) {
        double sum = 0;
        double squares = 0;
        for (int i = from; i < to; i++) {
            sum += sorted[i];
            squares += sorted[i] * sorted[i];
        }
        int n = to - from;
        double within = squares - sum * sum / n;
        if (n < 4 || within <= n * Math.pow(LEAST_VARIATION * sum / n, 2)) {
            return -1;
        }
        double least = LEFT_WITHIN * within;
        int best = -1;
        double lower = 0;
        double lowerSquares = 0;
        for (int i = from + 1; i < to; i++) {
            lower += sorted[i - 1];
            lowerSquares += sorted[i - 1] * sorted[i - 1];
            double left = lowerSquares - lower * lower / (i - from) + squares - lowerSquares
                    - (sum - lower) * (sum - lower) / (to - i);
            boolean apart = sorted[i] > sorted[i - 1] && i - from >= 2 && to - i >= 2 && lower >= leastTime
                    && sum - lower >= leastTime;
            if (apart && left < least) {
                least = left;
                best = i;
            }
        }
        return best;
    }
}
