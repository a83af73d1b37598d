package runbench.pas2p.phase;

import runbench.pas2p.order.EventType;
import runbench.pas2p.trace.Communicators;
import runbench.pas2p.trace.TracedCall;

/** Some sends and collectives with their ticks, in flat words, for another thread. Times by the clock of each location's node. */
final class RowBlock {
    private static final int EVENTS = 1 << 11;
    /** The tick above the location. */
    private static final int PLACE = 0;
    private static final int TYPE = 1;
    private static final int BYTES = 2;
    private static final int START = 3;
    private static final int END = 4;
    private static final int COMPUTE = 5;
    private static final int MPI = 6;
    private static final int COUNTS = 7;

    private final int counted;
    private final int width;
    private final long[] words;
    private int size;
    private int at;

    /** @param counted events outside MPI */
    RowBlock(int counted) {
        this.counted = counted;
        width = COUNTS + counted;
        words = new long[EVENTS * width];
    }

    void clear() {
        size = 0;
    }

    boolean full() {
        return size == words.length;
    }

    void add(int location, int tick, TracedCall event, Communicators communicators) {
        long[] w = words;
        int i = size;
        w[i + PLACE] = (long) tick << 32 | location;
        w[i + TYPE] = EventType.of(event, communicators);
        w[i + BYTES] = event.bytes();
        w[i + START] = event.startNanos();
        w[i + END] = event.endNanos();
        w[i + COMPUTE] = event.computeNanos();
        w[i + MPI] = event.mpiNanos();
        for (int c = 0; c < counted; c++) {
            w[i + COUNTS + c] = event.count(c);
        }
        size = i + width;
    }

    /** To an event. @return there is one */
    boolean at(int event) {
        at = event * width;
        return at < size;
    }

    int tick() {
        return (int) (words[at + PLACE] >> 32);
    }

    int location() {
        return (int) words[at + PLACE];
    }

    long type() {
        return words[at + TYPE];
    }

    long bytes() {
        return words[at + BYTES];
    }

    long startNanos() {
        return words[at + START];
    }

    long endNanos() {
        return words[at + END];
    }

    long computeNanos() {
        return words[at + COMPUTE];
    }

    long mpiNanos() {
        return words[at + MPI];
    }

    long count(int i) {
        return words[at + COUNTS + i];
    }
}
