package runbench.align.view;

import java.util.Arrays;
import java.util.stream.IntStream;
import runbench.base.stats.Statistics;
import runbench.pas2p.phase.RankPhases;

/**
 * The distribution of each rank's stays in a phase, in the clock of its own node. Consecutive occurrences are one stay.
 *
 * @param kind index of the phase kind
 * @param lowS lower edge of the first bin, s
 * @param step width of a bin, in powers of ten
 * @param counts [rank][bin] number of stays
 * @param medianS median of each rank, s; NaN: the rank was never in the phase
 */
public record PhaseStays(int kind, double lowS, double step, int[][] counts, double[] medianS) {
    private static final int BINS = 48;
    /** Minimum width of a bin in powers of ten; narrower bins would show the resolution of the clock. */
    private static final double MIN_STEP_DECADES = 0.004;

    /**
     * Collects the stays.
     *
     * @param id id of the phase in the analysis
     */
    static PhaseStays of(RankPhases phases, int id, int kind) {
        double[][] stays = IntStream.range(0, phases.ranks())
                .mapToObj(r -> IntStream.range(0, phases.stretches(r))
                        .filter(i -> phases.phase(r, i) == id)
                        .mapToDouble(i -> Math.max(1, phases.endNodeNanos(r, i) - phases.startNodeNanos(r, i)) / 1e9)
                        .sorted()
                        .toArray())
                .toArray(double[][]::new);
        return of(kind, stays);
    }

    /**
     * Builds the distribution.
     *
     * @param stays [rank] durations in ascending order, s
     */
    static PhaseStays of(int kind, double[][] stays) {
        double low = Math.log10(Arrays.stream(stays).filter(s -> s.length > 0).mapToDouble(s -> s[0]).min().orElse(1));
        double high = Math.log10(
                Arrays.stream(stays).filter(s -> s.length > 0).mapToDouble(s -> s[s.length - 1]).max().orElse(1));
        double step = Math.max(MIN_STEP_DECADES, (high - low) / BINS);
        int[][] counts = new int[stays.length][BINS];
        double[] medians = new double[stays.length];
        for (int r = 0; r < stays.length; r++) {
            for (double s : stays[r]) {
                counts[r][Math.max(0, Math.min(BINS - 1, (int) ((Math.log10(s) - low) / step)))]++;
            }
            medians[r] = Statistics.medianOfSorted(stays[r]);
        }
        return new PhaseStays(kind, Math.pow(10, low), step, counts, medians);
    }
}
