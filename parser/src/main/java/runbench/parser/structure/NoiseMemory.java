package runbench.parser.structure;

/**
 * The memory of noise: the number of neighbouring bins that carry as much information as one independent bin. It comes
 * from the first-order autocorrelation of the residuals of a segmentation. A segmentation that is too fine leaves too
 * little memory, and a longer memory gives a coarser segmentation; the search repeats until both agree.
 */
record NoiseMemory(double bins, SegmentCost cost, PrunedSegmentation segmentation) {
    private static final double MAX_CORRELATION = 0.98;
    private static final int MAX_ROUNDS = 6;
    private static final double MAX_MEMORY_RATIO = 1.15;

    /** Returns the segmentation whose residuals have the memory that it assumed. */
    static NoiseMemory agreeing(double[][] columns) {
        double memory = 1;
        NoiseMemory last = with(columns, memory);
        for (int round = 0; round < MAX_ROUNDS; round++) {
            double next = ofRest(columns, last.segmentation().starts());
            if (next <= memory * MAX_MEMORY_RATIO) {
                return last;
            }
            memory = next;
            last = with(columns, memory);
            if (last.segmentation().segments() == 1) {
                return last;
            }
        }
        return last;
    }

    static NoiseMemory with(double[][] columns, double memory) {
        SegmentCost cost = new SegmentCost(columns, memory);
        return new NoiseMemory(memory, cost, PrunedSegmentation.of(cost, cost.penalty()));
    }

    /** Returns the same noise with only the change points of positive gain. */
    NoiseMemory worthwhile() {
        return new NoiseMemory(bins, cost, segmentation.worthwhile(cost));
    }

    /** Returns the longest memory of the residuals of any column, at least 1. */
    private static double ofRest(double[][] columns, int[] starts) {
        double longest = 1;
        for (double[] x : columns) {
            double product = 0;
            double squares = 0;
            double lost = 0;
            for (int s = 0; s < starts.length; s++) {
                int end = s + 1 < starts.length ? starts[s + 1] : x.length;
                double[] rest = residuals(x, starts[s], end);
                // each segment is weighted by its own variance: a calm segment counts as much as a noisy one
                double own = 0;
                double beside = 0;
                for (int i = 0; i < rest.length; i++) {
                    own += rest[i] * rest[i];
                    beside += i > 0 ? rest[i] * rest[i - 1] : 0;
                }
                if (own > 0) {
                    squares += rest.length;
                    product += beside / own * rest.length;
                    lost += 2; // a fitted level or line reduces the autocorrelation
                }
            }
            double phi = squares == 0 ? 0 : Math.max(0, Math.min(MAX_CORRELATION, (product + lost) / squares));
            longest = Math.max(longest, (1 + phi) / (1 - phi));
        }
        return longest;
    }

    /** Returns a segment without its line. */
    private static double[] residuals(double[] x, int from, int to) {
        int m = to - from;
        double mean = 0;
        for (int i = from; i < to; i++) {
            mean += x[i] / m;
        }
        double middle = (from + to - 1) / 2.0;
        double slope = 0;
        double stretch = m * ((double) m * m - 1) / 12;
        for (int i = from; i < to; i++) {
            slope += (i - middle) * (x[i] - mean) / stretch;
        }
        double[] rest = new double[m];
        for (int i = 0; i < m; i++) {
            rest[i] = x[from + i] - mean - slope * (from + i - middle);
        }
        return rest;
    }
}
