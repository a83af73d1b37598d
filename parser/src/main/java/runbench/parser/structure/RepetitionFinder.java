package runbench.parser.structure;

import java.util.List;
import java.util.Optional;

/**
 * Finds repetitions and their number in two ways: from the autocorrelation of fine bins with the pattern at its period,
 * and from the starts of phases. If both find the same repetition, the result of the phases is used because it contains
 * the starts.
 */
final class RepetitionFinder {
    private static final double MAX_RELATIVE_DIFFERENCE = 0.15;
    /**
     * Starts of phases alone count as a repetition only if they are regular and frequent enough.
     */
    private static final double REGULAR = 0.25;
    private static final int ENOUGH = 6;
    private static final double COVERED = 0.5;

    private RepetitionFinder() {
    }

    /**
     * @param fine columns in fine bins
     * @param bin width of a fine bin
     * @param origin position at which the first bin begins
     * @param onsets null if no phase repeats
     * @param grain width of the bins of the change point search
     */
    static List<Structure.Repetition> find(double[][] fine, double bin, double origin, PhaseOnsets onsets,
            double grain) {
        Optional<Integer> lag = Recurrence.lag(fine);
        double length = fine[0].length * bin;
        if (lag.isPresent()) {
            CycleTracker.Cycles cycles = CycleTracker.of(fine, lag.get());
            if (onsets != null && agrees(onsets, cycles, lag.get() * bin, bin)) {
                return List.of(of(onsets, cycles.similarity()));
            }
            if (cycles.starts().size() >= Structure.LEAST_REPETITIONS) {
                return List.of(of(cycles, bin, origin));
            }
        }
        if (onsets != null && onsets.starts().size() >= ENOUGH && onsets.intervals().variation() <= REGULAR
                && onsets.last() - onsets.starts().get(0) >= COVERED * length) {
            return List.of(of(onsets, null));
        }
        return List.of();
    }

    /** Returns whether two repetitions have the same length and cover a similar part of the run. */
    private static boolean agrees(PhaseOnsets onsets, CycleTracker.Cycles cycles, double lag, double bin) {
        List<Double> starts = cycles.starts();
        double period = starts.size() > 1 ? (starts.get(starts.size() - 1) - starts.get(0)) * bin / (starts.size() - 1)
                : lag;
        double covered = onsets.starts().get(onsets.starts().size() - 1) - onsets.starts().get(0);
        return Math.abs(onsets.intervals().mean() / period - 1) < MAX_RELATIVE_DIFFERENCE
                && onsets.starts().size() >= 0.9 * starts.size()
                && covered >= 0.9 * (starts.get(starts.size() - 1) - starts.get(0)) * bin;
    }

    private static Structure.Repetition of(PhaseOnsets onsets, Double similarity) {
        OnsetLengths i = onsets.intervals();
        List<Double> starts = onsets.starts();
        double last = starts.get(starts.size() - 1);
        double to = Math.min(onsets.last(), last + 1.5 * i.mean());
        return new Structure.Repetition(starts.size(), starts.get(0), to, i.mean(), i.mean() - i.half(),
                i.mean() + i.half(), i.variation(), similarity, onsets.phase(), i.drift(), starts);
    }

    private static Structure.Repetition of(CycleTracker.Cycles cycles, double bin, double origin) {
        List<Double> starts = cycles.starts().stream().map(s -> origin + s * bin).toList();
        OnsetLengths i = OnsetLengths.of(starts, bin);
        double first = starts.get(0) - cycles.before() * i.mean();
        double last = starts.get(starts.size() - 1) + (1 + cycles.behind()) * i.mean();
        int count = (int) Math.floor(starts.size() + cycles.before() + cycles.behind() + 0.3);
        return new Structure.Repetition(count, first, last, i.mean(), i.mean() - i.half(), i.mean() + i.half(),
                i.variation(), cycles.similarity(), null, i.drift(), starts);
    }
}
