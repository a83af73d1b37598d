package runbench.pas2p.efficiency;

import java.util.Arrays;
import runbench.pas2p.phase.PhaseOccurrences;

/** The transfer of windows from the thread that finds phases to the thread that sums up the events in them. */
final class KnownWindows {
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
