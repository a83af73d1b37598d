package runbench.parser.structure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Repetitions that begin with the same phase. The phase is the one with the most regular starts.
 *
 * @param phase name of the phase
 * @param starts starts of its stays, ascending
 * @param end end of the last repetition
 * @param intervals lengths between the starts
 */
record PhaseOnsets(String phase, List<Double> starts, double end, OnsetLengths intervals) {
    private static final int MIN_ONSETS = 4;
    /** Maximum ratio of neighbouring lengths of one repetition. */
    private static final double MAX_LENGTH_RATIO = 1.5;

    /**
     * Returns the most regular repetition; empty if no phase occurs often enough.
     *
     * @param stays all stays, in order
     * @param phases names of the phases
     * @param grain width of the bins of the search for change points
     */
    static Optional<PhaseOnsets> of(List<Structure.Stay> stays, List<String> phases, double grain) {
        PhaseOnsets best = null;
        for (String phase : phases) {
            List<Double> starts = new ArrayList<>();
            for (Structure.Stay stay : stays) {
                if (stay.phase().equals(phase)) {
                    starts.add(stay.from());
                }
            }
            List<Double> run = longestRun(starts);
            if (run.size() >= MIN_ONSETS) {
                double behind = nextStart(stays, phase, run.get(run.size() - 1));
                PhaseOnsets found = new PhaseOnsets(phase, run, behind, OnsetLengths.of(run, grain));
                if (best == null || found.isBetterThan(best)) {
                    best = found;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private boolean isBetterThan(PhaseOnsets other) {
        double length = starts.get(starts.size() - 1) - starts.get(0);
        double ofOther = other.starts.get(other.starts.size() - 1) - other.starts.get(0);
        return length > 1.2 * ofOther || length > ofOther / 1.2 && intervals.variation() < other.intervals.variation();
    }

    private static List<Double> longestRun(List<Double> starts) {
        List<Double> longest = List.of();
        int from = 0;
        for (int i = 1; i <= starts.size(); i++) {
            boolean ends = i == starts.size();
            if (!ends && i - from >= 2) {
                double before = starts.get(i - 1) - starts.get(i - 2);
                double now = starts.get(i) - starts.get(i - 1);
                ends = now > MAX_LENGTH_RATIO * before || before > MAX_LENGTH_RATIO * now;
            }
            if (ends) {
                if (i - from > longest.size()) {
                    longest = List.copyOf(starts.subList(from, i));
                }
                from = i - 1;
            }
        }
        return longest;
    }

    /**
     * Returns the start of the phase's next stay after {@code start}, or the end of the last stay if there is none.
     */
    private static double nextStart(List<Structure.Stay> stays, String phase, double start) {
        boolean in = false;
        double end = start;
        for (Structure.Stay stay : stays) {
            if (in && stay.phase().equals(phase)) {
                return stay.from();
            }
            in |= stay.from() == start;
            end = stay.to();
        }
        return end;
    }
}
