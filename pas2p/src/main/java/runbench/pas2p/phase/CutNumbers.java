package runbench.pas2p.phase;

import java.util.Arrays;

/**
 * The start and end of one occurrence on each rank, counted in sends and collectives: events {@code start[r] + 1 ..
 * end[r]} of rank r belong to it. "After the last send or collective before the phase" is a consistent cut, which a
 * later run finds by counting.
 *
 * @param occurrence serial number of the occurrence within its phase, from 0
 */
public record CutNumbers(long occurrence, int[] start, int[] end) {
    static CutNumbers of(long occurrence, int[] countsBehind, OpenPhase open, int fromRow, int toRow) {
        int[] end = countsBehind.clone();
        for (int i = open.rowStart[toRow]; i < open.cells; i++) {
            end[open.rank[i]]--;
        }
        int[] start = end.clone();
        for (int i = open.rowStart[fromRow]; i < open.rowStart[toRow]; i++) {
            start[open.rank[i]]--;
        }
        return new CutNumbers(occurrence, start, end);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CutNumbers o && occurrence == o.occurrence && Arrays.equals(start, o.start)
                && Arrays.equals(end, o.end);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(occurrence) * 31 + Arrays.hashCode(start);
    }
}
