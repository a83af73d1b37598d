package runbench.parser.structure;

/**
 * A series as a sum of cosines that mirror it at both ends, and back: a difference between beginning and end is no jump
 * in them.
 */
final class Cosines {
    private final int n;
    private final double[] cosine;

    /** @param n bins */
    Cosines(int n) {
        this.n = n;
        cosine = new double[4 * n];
        for (int i = 0; i < cosine.length; i++) {
            cosine[i] = Math.cos(Math.PI * i / (2 * n));
        }
    }

    /** Weight of the cosine of each frequency, the first the mean. */
    double[] waves(double[] series) {
        double[] waves = new double[n];
        for (int k = 0; k < n; k++) {
            double sum = 0;
            for (int i = 0, at = k; i < n; i++, at = next(at, k)) {
                sum += series[i] * cosine[at];
            }
            waves[k] = sum * (k == 0 ? 1 : 2) / n;
        }
        return waves;
    }

    double[] series(double[] waves) {
        double[] series = new double[n];
        for (int k = 0; k < n; k++) {
            double weight = waves[k];
            for (int i = 0, at = k; i < n; i++, at = next(at, k)) {
                series[i] += weight * cosine[at];
            }
        }
        return series;
    }

    private int next(int at, int k) {
        int next = at + 2 * k;
        return next >= 4 * n ? next - 4 * n : next;
    }
}
