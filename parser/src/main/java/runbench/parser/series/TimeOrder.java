package runbench.parser.series;

import java.util.Arrays;
import runbench.parser.record.Cursor;
import runbench.parser.record.Kind;
import runbench.parser.record.Recording;
import runbench.parser.series.SeriesCollector.RecordVisitor;

/**
 * The records of a recording in the order of their wall time, with bounded memory.
 *
 * <p>Each CPU's ring is in order, but rings are drained one after the other. As in perf, a flush (the records between
 * two seals) is a round. When a round ends, all records up to the largest time of the <em>previous</em> round are
 * final, because each ring was drained after that time. Records of equal time keep their order in the file.
 */
final class TimeOrder {
    /** Maximum number of records of a round. It limits the memory for a file with one very large flush. */
    private static final int MAX_PENDING = 1 << 20;

    private final Cursor reader;
    private final Cursor emitter;
    private final RecordVisitor visitor;
    private final RecordVisitor[] inFileOrder;
    private long[] wall = new long[4096];
    private long[] index = new long[4096];
    private long[] wallSpare = new long[0];
    private long[] indexSpare = new long[0];
    private int pending;
    private boolean sorted = true;
    private long previousRound = Long.MIN_VALUE;
    private long thisRound = Long.MIN_VALUE;

    private TimeOrder(Recording recording, RecordVisitor visitor, RecordVisitor[] inFileOrder) {
        this.inFileOrder = inFileOrder;
        reader = recording.cursor();
        emitter = recording.cursor();
        this.visitor = visitor;
    }

    /**
     * Visits samples, closes, readings, finals and task records in the order of time. All other records are visited
     * immediately, in the order of the file.
     *
     * @param recording the recording
     * @param visitor receives each record once
     * @param inFileOrder receives every record in the order of the file
     */
    static void forEach(Recording recording, RecordVisitor visitor, RecordVisitor... inFileOrder) {
        new TimeOrder(recording, visitor, inFileOrder).run();
    }

    private void run() {
        while (reader.next()) {
            for (RecordVisitor other : inFileOrder) {
                other.record(reader);
            }
            switch (reader.kind()) {
                case Kind.SAMPLE, Kind.CLOSE, Kind.READING, Kind.FINAL, Kind.TASK ->
                    add(reader.wallNanos(), reader.index());
                case Kind.SEAL -> endRound();
                default -> visitor.record(reader);
            }
            if (pending == MAX_PENDING) {
                endRound();
            }
        }
        emit(Long.MAX_VALUE);
    }

    private void add(long time, long record) {
        if (pending == wall.length) {
            wall = Arrays.copyOf(wall, 2 * pending);
            index = Arrays.copyOf(index, 2 * pending);
        }
        sorted &= pending == 0 || time >= wall[pending - 1];
        thisRound = Math.max(thisRound, time);
        wall[pending] = time;
        index[pending++] = record;
    }

    private void endRound() {
        // A full buffer must be emptied even if earlier records are possible; half of the buffer is sufficient.
        emit(pending == MAX_PENDING ? Math.max(previousRound, sortedWall(pending / 2)) : previousRound);
        previousRound = thisRound;
    }

    private long sortedWall(int i) {
        sort();
        return wall[i];
    }

    private void emit(long upTo) {
        sort();
        int given = 0;
        while (given < pending && wall[given] <= upTo) {
            emitter.at(index[given++]);
            visitor.record(emitter);
        }
        if (given > 0) {
            pending -= given;
            System.arraycopy(wall, given, wall, 0, pending);
            System.arraycopy(index, given, index, 0, pending);
        }
    }

    /** Merges the runs that are already in order; their number is about that of the CPUs. */
    private void sort() {
        if (sorted) {
            return;
        }
        if (wallSpare.length < pending) {
            wallSpare = new long[wall.length];
            indexSpare = new long[wall.length];
        }
        boolean merged = true;
        while (merged) {
            merged = false;
            int out = 0;
            for (int a = 0; a < pending;) {
                int b = runEnd(a);
                int end = b < pending ? runEnd(b) : b;
                merged |= b < end;
                out = merge(a, b, end, out);
                a = end;
            }
            swapSpares();
        }
        sorted = true;
    }

    private int runEnd(int from) {
        int end = from + 1;
        while (end < pending && wall[end] >= wall[end - 1]) {
            end++;
        }
        return end;
    }

    private int merge(int a, int b, int end, int out) {
        int i = a;
        int j = b;
        while (i < b || j < end) {
            boolean left = j >= end || i < b && wall[i] <= wall[j];
            int from = left ? i++ : j++;
            wallSpare[out] = wall[from];
            indexSpare[out++] = index[from];
        }
        return out;
    }

    private void swapSpares() {
        long[] w = wall;
        wall = wallSpare;
        wallSpare = w;
        long[] x = index;
        index = indexSpare;
        indexSpare = x;
    }
}
