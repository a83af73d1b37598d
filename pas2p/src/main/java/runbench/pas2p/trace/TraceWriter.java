package runbench.pas2p.trace;

import static runbench.pas2p.trace.TraceFormat.*;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import runbench.base.container.ContainerWriter;

/**
 * Writer of one rank's trace, for importers and synthetic traces. The interposer (native/mpitrace) writes the traces of
 * running programs.
 */
public final class TraceWriter implements Closeable {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Identity of MPI_COMM_WORLD in traces that are not written by the interposer. */
    public static final int WORLD = 1;

    private final ContainerWriter out;
    private final int rank;
    private int posts;
    private int number;
    private long computeNanos;
    private long mpiNanos;
    private long lastEnd;
    private boolean explicitTotals;

    /**
     * Creates the file of a rank.
     *
     * @param metadata becomes the JSON of the header; should contain at least "source" and, if known, "host" and
     *     "program"
     */
    public TraceWriter(Path directory, int rank, int ranks, Map<String, ?> metadata) throws IOException {
        this(directory, rank, 0, ranks, metadata);
    }

    /**
     * Creates the file of a thread.
     *
     * @param thread thread of the rank; 0 is the one that called MPI_Init, and whose {@link #init} is the run's
     */
    public TraceWriter(Path directory, int rank, int thread, int ranks, Map<String, ?> metadata) throws IOException {
        this.rank = rank;
        Map<String, Object> described = new LinkedHashMap<>(metadata);
        if (thread > 0) {
            described.put("thread", thread);
        }
        out = new ContainerWriter(fileOf(directory, rank, thread), CONTAINER, RECORD_BYTES, json(described),
                header -> header.putInt(HEADER_RANK, rank).putInt(HEADER_RANKS, ranks));
    }

    public void communicator(int id, int size, int rankInIt, long group) throws IOException {
        put(COMM, 0, 0, size, rankInIt, id, group, 0, 0, 0, 0, 0, number);
    }

    /** Writes MPI_Init from {@code t0} to {@code t1}: the run starts at {@code t1}. */
    public void init(long t0, long t1) throws IOException {
        lastEnd = t1;
        put(INIT, MpiOp.INIT.number(), 0, -1, 0, 0, 0, t0, t1, 0, 0, 0, 0);
    }

    public void finalizeAt(long t0) throws IOException {
        elapse(t0);
        put(FINALIZE, MpiOp.FINALIZE.number(), 0, -1, 0, 0, 0, t0, t0, computeNanos, mpiNanos, 0, number);
    }

    public void send(MpiOp op, int peer, int tag, int comm, long bytes, long t0, long t1) throws IOException {
        elapse(t0);
        put(SEND, op.number(), 0, peer, tag, comm, bytes, t0, t1, computeNanos, mpiNanos, 0, ++number);
        spent(t0, t1);
    }

    /** Writes a completed receive, in posting order. */
    public void receive(MpiOp op, int peer, int tag, int comm, long bytes, long t0, long t1) throws IOException {
        receive(op, peer, tag, comm, bytes, t0, t1, posts);
    }

    /**
     * Writes a completed receive.
     *
     * @param post serial number of its posting on this rank
     */
    public void receive(MpiOp op, int peer, int tag, int comm, long bytes, long t0, long t1, int post)
            throws IOException {
        elapse(t0);
        posts = Math.max(posts, post + 1);
        put(RECV, op.number(), 0, peer, tag, comm, bytes, t0, t1, computeNanos, mpiNanos, post, number);
        spent(t0, t1);
    }

    /**
     * Writes a collective.
     *
     * @param serial serial number of the operation on its communicator, equal on all members
     */
    public void collective(MpiOp op, int root, int comm, int serial, long bytes, long t0, long t1) throws IOException {
        elapse(t0);
        put(COLL, op.number(), 0, root, 0, comm, bytes, t0, t1, computeNanos, mpiNanos, serial, ++number);
        spent(t0, t1);
    }

    /**
     * Writes the completion of a non-blocking collective, which is no event of its own and follows
     * {@link #collectiveStart}.
     */
    public void completedCollective(MpiOp op, int root, int comm, int serial, long bytes, long t0, long t1)
            throws IOException {
        elapse(t0);
        put(COLL, op.number(), FLAG_NONBLOCKING, root, 0, comm, bytes, t0, t1, computeNanos, mpiNanos, serial, number);
        spent(t0, t1);
    }

    /**
     * Writes the start of a non-blocking collective.
     *
     * @param serial as for {@link #collective}
     */
    public void collectiveStart(MpiOp op, int root, int comm, int serial, long bytes, long t0, long t1)
            throws IOException {
        elapse(t0);
        put(COLL_START, op.number(), FLAG_NONBLOCKING, root, 0, comm, bytes, t0, t1, computeNanos, mpiNanos, serial,
                ++number);
        spent(t0, t1);
    }

    /** Sets the totals up to the next event, if the source knows them better than from the gaps between events. */
    public void totals(long compute, long mpi) {
        explicitTotals = true;
        computeNanos = compute;
        mpiNanos = mpi;
    }

    private void elapse(long t0) {
        if (!explicitTotals) {
            computeNanos += Math.max(0, t0 - lastEnd);
        }
    }

    private void spent(long t0, long t1) {
        lastEnd = Math.max(lastEnd, t1);
        if (!explicitTotals) {
            mpiNanos += t1 - t0;
        }
    }

    private void put(int kind, int op, int flags, int peer, int tag, int comm, long bytes, long t0, long t1,
            long compute, long mpi, int post, int eventNumber) throws IOException {
        fill(out.blank(), kind, op, flags, peer, tag, comm, bytes, t0, t1, compute, mpi, post, eventNumber);
        out.add();
        if (out.unsealed() == SEAL_RECORDS) {
            seal();
        }
    }

    private static void fill(ByteBuffer record, int kind, int op, int flags, int peer, int tag, int comm, long bytes,
            long t0, long t1, long compute, long mpi, int post, int eventNumber) {
        record.put((byte) kind)
                .put((byte) op)
                .putShort((short) flags)
                .putInt(peer)
                .putInt(tag)
                .putInt(comm)
                .putLong(bytes)
                .putLong(t0)
                .putLong(t1)
                .putLong(compute)
                .putLong(mpi)
                .putInt(post)
                .putInt(eventNumber);
    }

    /** Seals the records since the previous seal with their checksum and writes them. */
    public void seal() throws IOException {
        out.seal();
    }

    /** Ends a complete file: seal, end record, JSON trailer. */
    public void end(Map<String, ?> trailer) throws IOException {
        out.end(json(trailer),
                record -> fill(record, END, 0, 0, -1, 0, 0, 0, lastEnd, lastEnd, computeNanos, mpiNanos, 0, number));
    }

    public int rank() {
        return rank;
    }

    /** Closes the file; without {@link #end} it is incomplete, as after a kill. */
    @Override
    public void close() throws IOException {
        out.close();
    }

    private static byte[] json(Map<String, ?> map) {
        try {
            return JSON.writeValueAsBytes(map);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("metadata that JSON cannot hold: " + map, e);
        }
    }
}
