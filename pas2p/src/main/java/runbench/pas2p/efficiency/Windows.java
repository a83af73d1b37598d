package runbench.pas2p.efficiency;

import java.util.Arrays;
import java.util.List;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOccurrences;

/**
 * The parts between the frontiers of a run. Window 0 is before the first phase, one window follows for each occurrence,
 * and the last one is after the last phase. Together they cover the run. Windows of one kind are summed: each relevant
 * phase is a kind, all other phases are one kind, and the time in no phase is one kind.
 *
 * <p>While phases are still being found, the relevant ones are unknown; each phase then is a kind of its own.
 */
final class Windows {
    static final int NO_PHASE = 0;

    private final long runStart;
    private int count;
    private long[] end = new long[1 << 8];
    /** The kind of each phase, or its number while phases are being found; both follow {@link #NO_PHASE}. */
    private int[] kind = new int[1 << 8];
    private int kinds = 1;

    /** Creates the windows of a run whose phases are still being found. */
    Windows(long runStart) {
        this.runStart = runStart;
    }

    /** Creates the windows of a run with known phases. */
    static Windows of(PhaseAnalysis analysis, List<Phase> relevant) {
        Windows windows = new Windows(analysis.runStartNanos());
        windows.finish(analysis);
        windows.become(kindOfKind(analysis, relevant), relevant.size() + 2);
        return windows;
    }

    /** Maps each kind of the search to its final kind. */
    static int[] kindOfKind(PhaseAnalysis analysis, List<Phase> relevant) {
        int[] of = new int[analysis.phases().size() + 1];
        Arrays.fill(of, relevant.size() + 1);
        of[NO_PHASE] = NO_PHASE;
        for (int k = 0; k < relevant.size(); k++) {
            of[1 + relevant.get(k).id()] = 1 + k;
        }
        return of;
    }

    /** Adds the occurrences that were not added before. */
    void add(PhaseOccurrences occurrences) {
        if (occurrences.size() > 0 && count == 0) {
            add(occurrences.startNanos(0), NO_PHASE);
        }
        for (int i = count - 1; i >= 0 && i < occurrences.size(); i++) {
            add(occurrences.endNanos(i), 1 + occurrences.phase(i));
        }
    }

    /** Adds a window that ends at a reference time. */
    void add(long endNanos, int ofKind) {
        if (count == end.length) {
            end = Arrays.copyOf(end, count + (count >> 1));
            kind = Arrays.copyOf(kind, end.length);
        }
        end[count] = endNanos;
        kind[count++] = ofKind;
        kinds = Math.max(kinds, ofKind + 1);
    }

    /** Adds the last window. */
    void finish(PhaseAnalysis analysis) {
        add(analysis.occurrences());
        if (count == 0) {
            add(runStart, NO_PHASE);
        }
        // An incomplete trace is analysed up to the end of its last phase: the rest was not ordered.
        long last = end[count - 1];
        add(analysis.sweep().stoppedAt() != null ? last : Math.max(last, analysis.runEndNanos()), NO_PHASE);
    }

    /** Maps kinds to other kinds. */
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

    /**
     * Returns the kind of a relevant phase.
     *
     * @param k index among the relevant phases
     */
    int relevantPhase(int k) {
        return 1 + k;
    }

    int otherPhases() {
        return kinds - 1;
    }

    int kind(int window) {
        return kind[window];
    }

    /** Returns the start of the run. */
    long start() {
        return runStart;
    }

    long start(int window) {
        return window == 0 ? runStart : end[window - 1];
    }

    long end(int window) {
        return end[window];
    }

    /** The transfer of windows from the thread that finds phases to the thread that sums up the events in them. */
    static final class KnownWindows {
        private long[] end = new long[1 << 8];
        private int[] kind = new int[1 << 8];
        private int size;
        /** Number of windows transferred so far, including the one before the first phase. */
        private int told;

        /** Adds the occurrences that were not added before. */
        synchronized void add(PhaseOccurrences soFar) {
            if (told == 0 && soFar.size() > 0) {
                add(soFar.startNanos(0), Windows.NO_PHASE);
            }
            while (told > 0 && told <= soFar.size()) {
                add(soFar.endNanos(told - 1), 1 + soFar.phase(told - 1));
            }
        }

        private void add(long endNanos, int ofKind) {
            if (size == end.length) {
                end = Arrays.copyOf(end, 2 * size);
                kind = Arrays.copyOf(kind, 2 * size);
            }
            end[size] = endNanos;
            kind[size++] = ofKind;
            told++;
        }

        synchronized void to(Windows windows) {
            for (int i = 0; i < size; i++) {
                windows.add(end[i], kind[i]);
            }
            size = 0;
        }
    }
}
