package runbench.pas2p.efficiency;

import java.util.Arrays;
import java.util.List;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOccurrences;

/**
 * The parts that the frontier cuts a run into: window 0 is before the first phase, one follows for each occurrence, the
 * last is after the last phase. Together they are the run. Windows of one kind are summed up: each relevant phase is a
 * kind, all other phases are one, and so is what is in no phase.
 *
 * <p>While phases are still being found, it is not known which are relevant: each is a kind then.
 */
final class Windows {
    static final int NO_PHASE = 0;

    private final long runStart;
    private int count;
    private long[] end = new long[1 << 8];
    /** The phase's kind, or while they are being found its number, each behind {@link #NO_PHASE}. */
    private int[] kind = new int[1 << 8];
    private int kinds = 1;

    /** Of a run whose phases are still being found. */
    Windows(long runStart) {
        this.runStart = runStart;
    }

    /** Of a run whose phases are known. */
    static Windows of(PhaseAnalysis analysis, List<Phase> relevant) {
        Windows windows = new Windows(analysis.runStartNanos());
        windows.finish(analysis);
        windows.become(kindOfKind(analysis, relevant), relevant.size() + 2);
        return windows;
    }

    /** What each phase's kind while they are being found is when they are known. */
    static int[] kindOfKind(PhaseAnalysis analysis, List<Phase> relevant) {
        int[] of = new int[analysis.phases().size() + 1];
        Arrays.fill(of, relevant.size() + 1);
        of[NO_PHASE] = NO_PHASE;
        for (int k = 0; k < relevant.size(); k++) {
            of[1 + relevant.get(k).id()] = 1 + k;
        }
        return of;
    }

    /** Takes those occurrences that were not yet there. */
    void add(PhaseOccurrences occurrences) {
        if (occurrences.size() > 0 && count == 0) {
            add(occurrences.startNanos(0), NO_PHASE);
        }
        for (int i = count - 1; i >= 0 && i < occurrences.size(); i++) {
            add(occurrences.endNanos(i), 1 + occurrences.phase(i));
        }
    }

    /** A window that ends at this time of the reference. */
    void add(long endNanos, int ofKind) {
        if (count == end.length) {
            end = Arrays.copyOf(end, count + (count >> 1));
            kind = Arrays.copyOf(kind, end.length);
        }
        end[count] = endNanos;
        kind[count++] = ofKind;
        kinds = Math.max(kinds, ofKind + 1);
    }

    /** Nothing is to come. */
    void finish(PhaseAnalysis analysis) {
        add(analysis.occurrences());
        if (count == 0) {
            add(runStart, NO_PHASE);
        }
        // What was not ordered is not known: an incomplete trace is looked at as far as its phases go.
        long last = end[count - 1];
        add(analysis.sweep().stoppedAt() != null ? last : Math.max(last, analysis.runEndNanos()), NO_PHASE);
    }

    /** Kinds become others. */
    void become(int[] kindOfKind, int howMany) {
        for (int w = 0; w < count; w++) {
            kind[w] = kindOfKind[kind[w]];
        }
        kinds = howMany;
    }

    int count() {
        return count;
    }

    int kinds() {
        return kinds;
    }

    /** @param k place among relevant phases */
    int relevantPhase(int k) {
        return 1 + k;
    }

    int otherPhases() {
        return kinds - 1;
    }

    int kind(int window) {
        return kind[window];
    }

    /** When the run starts. */
    long start() {
        return runStart;
    }

    long start(int window) {
        return window == 0 ? runStart : end[window - 1];
    }

    long end(int window) {
        return end[window];
    }
}
