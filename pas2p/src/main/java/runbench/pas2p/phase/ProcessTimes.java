package runbench.pas2p.phase;

import java.util.Arrays;
import java.util.List;

/**
 * The times of occurrences by the thesis's rule (section 4.2). A process takes the time from its first event in an
 * occurrence to its first event in a later one, as its events number the start and the end of a phase (figure 4.2):
 * computation before the first event of a phase belongs to the phase before. The last occurrence of a process ends with
 * its last event. The slowest process counts.
 */
final class ProcessTimes {
    private static final int NONE = -1;

    /** Time of the slowest process by occurrence. */
    private long[] slowest = new long[256];
    /**
     * By location: its latest occurrence, first entry and last exit in it, and the occurrence before with its entry.
     */
    private final int[] occurrence;
    private final long[] start;
    private final long[] end;
    private final int[] previous;
    private final long[] previousStart;

    ProcessTimes(int locations) {
        occurrence = new int[locations];
        start = new long[locations];
        end = new long[locations];
        previous = new int[locations];
        previousStart = new long[locations];
        Arrays.fill(occurrence, NONE);
        Arrays.fill(previous, NONE);
    }

    /**
     * Adds an event. The occurrences of a location ascend; within an occurrence, its events come in any order.
     *
     * @param startNanos entry of the call, reference time
     * @param endNanos exit of the call
     */
    void event(int location, int of, long startNanos, long endNanos) {
        if (occurrence[location] != of) {
            settle(location);
            previous[location] = occurrence[location];
            previousStart[location] = start[location];
            occurrence[location] = of;
            start[location] = startNanos;
            end[location] = endNanos;
        }
        start[location] = Math.min(start[location], startNanos);
        end[location] = Math.max(end[location], endNanos);
    }

    /** Adds the events of an occurrence. */
    void add(OpenPhase open, int fromRow, int toRow, int of) {
        for (int i = open.rowStart[fromRow]; i < open.rowStart[toRow]; i++) {
            event(open.rank[i], of, open.startNanos[i], open.endNanos[i]);
        }
    }

    /** Ends the previous occurrence of a location, now that the first entry of the latest one is known. */
    private void settle(int location) {
        if (previous[location] != NONE) {
            took(previous[location], start[location] - previousStart[location]);
        }
    }

    private void took(int of, long nanos) {
        if (of >= slowest.length) {
            slowest = Arrays.copyOf(slowest, Math.max(of + 1, 2 * slowest.length));
        }
        slowest[of] = Math.max(slowest[of], nanos);
    }

    /** Ends all locations and adds the times of the occurrences to their phases. */
    void finish(PhaseOccurrences occurrences, List<Phase> phases) {
        for (int l = 0; l < occurrence.length; l++) {
            settle(l);
            if (occurrence[l] != NONE) {
                took(occurrence[l], end[l] - start[l]);
            }
        }
        for (int i = 0; i < Math.min(slowest.length, occurrences.size()); i++) {
            phases.get(occurrences.phase(i)).slowestProcess(slowest[i]);
        }
    }
}
