package runbench.parser.structure;

import java.util.Collections;
import java.util.List;
import runbench.parser.series.BinnedCounts;

/**
 * The mean cycle of a repetition: the ratio of each of its parts to the mean of one cycle around it. It is the seasonal
 * factor of the classical decomposition (Persons 1919, "Indices of Business Conditions"). Counts without it show the
 * level of whole cycles, so that a change of that level is not hidden by the changes within each cycle.
 */
final class MeanCycle {
    private static final int MIN_PARTS = 3;
    private static final int MAX_PARTS = 64;
    /** Minimum factor of a part that tells about the level of its cycle; below it the program hardly counted. */
    private static final double MIN_FACTOR = 0.1;

    private final BinnedCounts of;
    private final Structure.Repetition repetition;
    private final int parts;

    private MeanCycle(BinnedCounts of, Structure.Repetition repetition) {
        this.of = of;
        this.repetition = repetition;
        parts = Math.max(MIN_PARTS, Math.min(MAX_PARTS, cycleBins()));
    }

    /** Returns the counts divided by the mean cycle; parts without a level are not measured. */
    static BinnedCounts removed(BinnedCounts of, Structure.Repetition repetition) {
        return new MeanCycle(of, repetition).remove();
    }

    private int cycleBins() {
        return (int) Math.max(2, Math.round(repetition.period() / of.binWidth()));
    }

    private BinnedCounts remove() {
        double[] factors = factors();
        double[] counts = new double[of.bins()];
        double[] measured = new double[of.bins()];
        for (int i = 0; i < counts.length; i++) {
            double factor = factors[part(i)];
            if (factor >= MIN_FACTOR) {
                counts[i] = of.counts()[i] / factor;
                measured[i] = of.measured()[i];
            }
        }
        return new BinnedCounts(of.info(), of.rateUnit(), of.axis(), of.binWidth(), of.end(), of.scale(),
                of.shareMeasured(), counts, measured);
    }

    /** Returns, per part of a cycle, its count / the count at the mean rate of one cycle around each of its bins. */
    private double[] factors() {
        double[] counts = sums(of.counts());
        double[] lengths = sums(of.measured());
        double[] found = new double[parts];
        double[] expected = new double[parts];
        int half = cycleBins() / 2;
        // A window of an even number of bins has half of the bins at both its ends.
        boolean even = cycleBins() % 2 == 0;
        for (int i = half; i + half < of.bins(); i++) {
            double count = window(counts, i, half, even);
            double length = window(lengths, i, half, even);
            if (length > 0) {
                found[part(i)] += of.counts()[i];
                expected[part(i)] += count / length * of.measured()[i];
            }
        }
        for (int p = 0; p < parts; p++) {
            found[p] = expected[p] > 0 ? found[p] / expected[p] : 0;
        }
        return found;
    }

    private static double window(double[] sums, int middle, int half, boolean even) {
        double whole = sums[middle + half + 1] - sums[middle - half];
        return even ? 0.5 * whole + 0.5 * (sums[middle + half] - sums[middle - half + 1]) : whole;
    }

    private static double[] sums(double[] values) {
        double[] sums = new double[values.length + 1];
        for (int i = 0; i < values.length; i++) {
            sums[i + 1] = sums[i] + values[i];
        }
        return sums;
    }

    /**
     * Returns the part of the cycle in which the middle of a bin is; cycles continue before the first and after the
     * last.
     */
    private int part(int bin) {
        double at = (bin + 0.5) * of.binWidth();
        List<Double> starts = repetition.starts();
        int next = Collections.binarySearch(starts, at);
        next = next >= 0 ? next + 1 : -next - 1;
        double cycles;
        if (next == 0 || next == starts.size()) {
            cycles = (at - starts.get(Math.max(0, next - 1))) / repetition.period();
        } else {
            cycles = (at - starts.get(next - 1)) / (starts.get(next) - starts.get(next - 1));
        }
        return Math.min(parts - 1, (int) ((cycles - Math.floor(cycles)) * parts));
    }
}
