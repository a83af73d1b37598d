package runbench.parser.simpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.hipparchus.stat.StatUtils;

/**
 * By what intervals are alike: their projected vectors of blocks and, besides, their memory references per instruction.
 * What is to be estimated (misses) is no part of it: it is known of all intervals only where a full run is checked.
 *
 * @param rows one for each interval
 * @param counters the events in the columns behind the vectors'
 */
record IntervalFeatures(double[][] rows, List<String> counters) {
    /** Variance of each counter's column, as a share of the variance of all the vectors' columns together. */
    static final double COUNTER_WEIGHT = 0.25;
    /** Unit of what the emulator counts at little cost, without a model of a cache. */
    private static final String CHEAP = "references";

    static IntervalFeatures of(TaskVectors task) {
        List<TaskVectors.Counted> cheap = task.events()
                .stream()
                .filter(e -> e.unit().equals(CHEAP) && e.name().equals(e.name().toLowerCase(Locale.ROOT)))
                .toList();
        int n = task.intervals();
        double vectors = 0;
        for (int d = 0; d < RandomProjection.DIMENSIONS; d++) {
            vectors += variance(column(task.projected(), d));
        }
        double[][] rows = new double[n][RandomProjection.DIMENSIONS + cheap.size()];
        for (int i = 0; i < n; i++) {
            System.arraycopy(task.projected()[i], 0, rows[i], 0, RandomProjection.DIMENSIONS);
        }
        List<String> counters = new ArrayList<>();
        for (TaskVectors.Counted e : cheap) {
            double[] rate = new double[n];
            for (int i = 0; i < n; i++) {
                rate[i] = (double) e.counts()[i] / task.length()[i];
            }
            double spread = Math.sqrt(variance(rate));
            double scale = spread > 0 ? Math.sqrt(COUNTER_WEIGHT * vectors) / spread : 0;
            for (int i = 0; i < n; i++) {
                rows[i][RandomProjection.DIMENSIONS + counters.size()] = rate[i] * scale;
            }
            counters.add(e.name());
        }
        return new IntervalFeatures(rows, List.copyOf(counters));
    }

    private static double[] column(double[][] rows, int d) {
        double[] out = new double[rows.length];
        for (int i = 0; i < rows.length; i++) {
            out[i] = rows[i][d];
        }
        return out;
    }

    private static double variance(double[] values) {
        return StatUtils.populationVariance(values);
    }
}
