package runbench.parser.structure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Repetitions as phases tell of them: each time the same phase begins. Of all phases the one whose beginnings are the
 * most regular.
 *
 * @param phase name
 * @param starts where it begins, ascending
 * @param last where the last of its stays ends, or the next phase's: as far as the last repetition reaches
 */
record PhaseOnsets(String phase, List<Double> starts, double last, OnsetLengths intervals) {
    private static final int LEAST = 4;
    /** Neighbouring lengths that differ by more than this factor are no repetition of the same. */
    private static final double ALIKE = 1.5;

    /**
     * @param grain width of the bins in which change points were looked for
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
            if (run.size() >= LEAST) {
                double behind = behind(stays, phase, run.get(run.size() - 1));
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
                ends = now > ALIKE * before || before > ALIKE * now;
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
     * Where the same phase would begin once more: at the next beginning of it, or one usual length later, or at the
     * end.
     */
    private static double behind(List<Structure.Stay> stays, String phase, double start) {
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
