package runbench.pas2p.efficiency;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import runbench.pas2p.trace.Communicators;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceWriter;

/**
 * A traced program on a simulated network. Calls take {@code overheadNanos}; messages and collective operations
 * additionally take {@code latencyNanos}. Sends do not wait. The steps are given in an order in which they can happen.
 * The same steps also run on an ideal network, as a second way to compute the ideal time.
 */
public final class SimulatedRun implements AutoCloseable {
    private final int ranks;
    private final long latency;
    private final long overhead;
    private final Path directory;
    private final List<TraceWriter> writers = new ArrayList<>();
    private final long[] clock;
    private final long[] ideal;
    private final long[] useful;
    private final Map<Integer, Deque<long[]>> underWay = new HashMap<>();
    private int collectives;

    public SimulatedRun(Path directory, int ranks, long latencyNanos, long overheadNanos) throws IOException {
        this.directory = directory;
        this.ranks = ranks;
        latency = latencyNanos;
        overhead = overheadNanos;
        clock = new long[ranks];
        ideal = new long[ranks];
        useful = new long[ranks];
        for (int r = 0; r < ranks; r++) {
            TraceWriter writer = new TraceWriter(directory, r, ranks,
                    Map.of("source", "simulated", "host", "n" + r % 2));
            writer.communicator(TraceWriter.WORLD, ranks, r,
                    Communicators.groupOf(IntStream.range(0, ranks).toArray()));
            writer.init(500, 1000);
            clock[r] = 1000;
            writers.add(writer);
        }
    }

    public void compute(int rank, long nanos) {
        clock[rank] += nanos;
        ideal[rank] += nanos;
        useful[rank] += nanos;
    }

    public void send(int from, int to, long bytes) throws IOException {
        writers.get(from).send(MpiOp.ISEND, to, 0, TraceWriter.WORLD, bytes, clock[from], clock[from] + overhead);
        underWay.computeIfAbsent(from * ranks + to, k -> new ArrayDeque<>())
                .add(new long[]{clock[from], ideal[from], bytes});
        clock[from] += overhead;
    }

    public void receive(int at, int from) throws IOException {
        long[] message = underWay.get(from * ranks + at).remove();
        long end = Math.max(clock[at], message[0] + latency) + overhead;
        writers.get(at).receive(MpiOp.RECV, from, 0, TraceWriter.WORLD, message[2], clock[at], end);
        clock[at] = end;
        ideal[at] = Math.max(ideal[at], message[1]);
    }

    public void collective(MpiOp op, int root) throws IOException {
        long[] entered = clock.clone();
        long[] ideallyEntered = ideal.clone();
        for (int r = 0; r < ranks; r++) {
            int me = r;
            int[] needed = switch (op) {
                case BCAST, SCATTER -> new int[]{root};
                case REDUCE, GATHER -> r == root ? IntStream.range(0, ranks).toArray() : new int[]{r};
                case SCAN -> IntStream.rangeClosed(0, me).toArray();
                default -> IntStream.range(0, ranks).toArray();
            };
            long last = IntStream.of(needed).mapToLong(n -> entered[n]).max().orElseThrow();
            clock[r] = Math.max(entered[r], last + (needed.length == 1 && needed[0] == r ? 0 : latency)) + overhead;
            ideal[r] = Math.max(ideal[r], IntStream.of(needed).mapToLong(n -> ideallyEntered[n]).max().orElseThrow());
            writers.get(r).collective(op, root, TraceWriter.WORLD, collectives, 8, entered[r], clock[r]);
        }
        collectives++;
    }

    long idealNanos() {
        return IntStream.range(0, ranks).mapToLong(r -> ideal[r]).max().orElseThrow();
    }

    long elapsedNanos() {
        return IntStream.range(0, ranks).mapToLong(r -> clock[r]).max().orElseThrow() - 1000;
    }

    long usefulNanos(int rank) {
        return useful[rank];
    }

    public MpiTrace end() throws IOException {
        close();
        return MpiTrace.open(directory);
    }

    @Override
    public void close() {
        try {
            for (int r = 0; r < writers.size(); r++) {
                writers.get(r).finalizeAt(clock[r]);
                writers.get(r).end(Map.of());
                writers.get(r).close();
            }
            writers.clear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
