package runbench.pas2p.efficiency;

import java.util.Arrays;
import runbench.pas2p.order.CausalSink;
import runbench.pas2p.trace.TracedCall;

/**
 * Some calls to a {@link CausalSink}, in flat words, to be made by another thread. It is itself what it says of the current
 * call.
 */
final class EventBlock implements TracedCall {
    private static final int EVENTS = 1 << 11;
    private static final int HEAD = 0;
    private static final int START = 1;
    private static final int END = 2;
    private static final int MPI = 3;
    private static final int COMPUTE = 4;
    private static final int BYTES = 5;
    /** The peer above what carries: number of the message or of the operation. */
    private static final int PEER = 6;
    private static final int COMM = 7;
    private static final int COUNTS = 8;

    /** What happens: the method of {@link CausalSink}. */
    static final int SENT = 0;
    static final int RECEIVED = 1;
    static final int ENTERED = 2;
    static final int ENTERED_FIRST = 3;
    static final int LEFT = 4;

    private static final int LOCATION_BITS = 28;

    private final int counted;
    private final int width;
    private final long[] words;
    private int size;
    private int at;

    /** @param counted events outside MPI */
    EventBlock(int counted) {
        this.counted = counted;
        width = COUNTS + counted;
        words = new long[EVENTS * width];
    }

    void clear() {
        size = 0;
        at = 0;
    }

    boolean full() {
        return size == words.length;
    }

    /** @param carrier number of the message or operation; negative: none */
    void add(int what, int location, TracedCall call, int carrier) {
        long[] w = words;
        int i = size;
        w[i + HEAD] = (long) what << 60 | (long) call.kind() << 52 | (long) call.op() << 44
                | (long) call.flags() << LOCATION_BITS | location;
        w[i + START] = call.startNanos();
        w[i + END] = call.endNanos();
        w[i + MPI] = call.mpiNanos();
        w[i + COMPUTE] = call.computeNanos();
        w[i + BYTES] = call.bytes();
        w[i + PEER] = (long) call.peer() << 32 | carrier & 0xffffffffL;
        w[i + COMM] = call.comm();
        for (int c = 0; c < counted; c++) {
            w[i + COUNTS + c] = call.count(c);
        }
        size = i + width;
    }

    /** To the first call, or behind the current one. @return there is one */
    boolean at(int next) {
        at = next * width;
        return at < size;
    }

    int what() {
        return (int) (words[at + HEAD] >>> 60);
    }

    int location() {
        return (int) words[at + HEAD] & (1 << LOCATION_BITS) - 1;
    }

    int carrier() {
        return (int) words[at + PEER];
    }

    @Override
    public int kind() {
        return (int) (words[at + HEAD] >>> 52) & 0xff;
    }

    @Override
    public int op() {
        return (int) (words[at + HEAD] >>> 44) & 0xff;
    }

    @Override
    public int flags() {
        return (int) (words[at + HEAD] >>> LOCATION_BITS) & 0xffff;
    }

    @Override
    public int peer() {
        return (int) (words[at + PEER] >> 32);
    }

    @Override
    public int comm() {
        return (int) words[at + COMM];
    }

    @Override
    public long bytes() {
        return words[at + BYTES];
    }

    @Override
    public long startNanos() {
        return words[at + START];
    }

    @Override
    public long endNanos() {
        return words[at + END];
    }

    @Override
    public long computeNanos() {
        return words[at + COMPUTE];
    }

    @Override
    public long mpiNanos() {
        return words[at + MPI];
    }

    @Override
    public long count(int i) {
        return words[at + COUNTS + i];
    }
}
