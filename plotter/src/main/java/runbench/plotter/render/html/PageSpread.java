package runbench.plotter.render.html;

import java.util.Arrays;

/**
 * Between which values most samples of each bin lie; NaN in a bin without whole samples.
 *
 * @param tenth {@code [lane][bin]}: a tenth of the samples are not above this
 * @param median half of them
 * @param ninth nine tenths of them
 */
public record PageSpread(double[][] tenth, double[][] median, double[][] ninth) {
    /** What the three values of a bin stand for when several bins are taken together, in tenths of its samples. */
    private static final int[] WEIGHTS = {2, 6, 2};

    /** Most bins have a median of 0: of what is counted only now and then the median tells nothing. */
    boolean sparse() {
        long known = Arrays.stream(median).flatMapToDouble(Arrays::stream).filter(v -> !Double.isNaN(v)).count();
        long none = Arrays.stream(median).flatMapToDouble(Arrays::stream).filter(v -> v == 0).count();
        return none > known / 2;
    }

    /**
     * In bins {@code k} times as wide, each quantile that of the parts' values by their weights: right where the parts
     * are alike.
     */
    PageSpread coarsened(int k) {
        double[][][] wide = new double[3][median.length][];
        for (int lane = 0; lane < median.length; lane++) {
            int bins = (median[lane].length + k - 1) / k;
            for (double[][] quantile : wide) {
                quantile[lane] = new double[bins];
            }
            for (int b = 0; b < bins; b++) {
                merge(lane, b * k, Math.min(median[lane].length, (b + 1) * k), wide, b);
            }
        }
        return new PageSpread(wide[0], wide[1], wide[2]);
    }

    private void merge(int lane, int from, int to, double[][][] wide, int at) {
        double[][] parts = {tenth[lane], median[lane], ninth[lane]};
        double[][] weighted = new double[3 * (to - from)][];
        int n = 0;
        int all = 0;
        for (int b = from; b < to; b++) {
            for (int part = 0; part < parts.length && !Double.isNaN(median[lane][b]); part++) {
                weighted[n++] = new double[]{parts[part][b], WEIGHTS[part]};
                all += WEIGHTS[part];
            }
        }
        Arrays.sort(weighted, 0, n, (a, b) -> Double.compare(a[0], b[0]));
        for (int q = 0; q < wide.length; q++) {
            wide[q][lane][at] = n == 0 ? Double.NaN : reached(weighted, all * (q == 0 ? 0.1 : q == 1 ? 0.5 : 0.9));
        }
    }

    private static double reached(double[][] weighted, double weight) {
        double sum = 0;
        int i = 0;
        while ((sum += weighted[i][1]) < weight - 1e-9) {
            i++;
        }
        return weighted[i][0];
    }
}
