package runbench.align.perfetto;

import static runbench.align.perfetto.TraceField.*;

import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.IntFunction;
import runbench.pas2p.order.EventType;
import runbench.pas2p.order.SweepSink;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceFormat;

/**
 * Writes all ranks' MPI calls as slices and their messages as flows, in one file of one machine, because Perfetto joins
 * flows only within a file and a machine. A flow leads from the send to an instant at the end of the receive. Perfetto
 * takes the slice that started first as the sender, and a receive may start before its message is sent.
 */
final class MessageTracks implements SweepSink {
    private static final int FIRST_LOCATION = 1 << 16;

    private final MpiTrace trace;
    private final PacketWriter out;
    private final ArchiveAxis axis;
    private long calls;
    private long messages;
    private long impossible;

    /**
     * Creates the tracks.
     *
     * @param trace trace in the archive's time
     */
    MessageTracks(MpiTrace trace, PacketWriter out, ArchiveAxis axis) {
        this.trace = trace;
        this.out = out;
        this.axis = axis;
    }

    /**
     * Writes the descriptors of processes (ranks) and threads (locations).
     *
     * @param names names of the processes by rank
     */
    void announce(IntFunction<String> names) throws IOException {
        Tracks.orderProcesses(out);
        for (int l = 0; l < trace.locations(); l++) {
            if (!trace.present(l)) {
                continue;
            }
            int rank = trace.rankOf(l);
            int pid = Tracks.pid(rank);
            if (l < trace.ranks()) {
                Tracks.process(out, Tracks.ofRank(rank, 0), pid, names.apply(rank), rank);
            }
            int thread = trace.threadOf(l);
            Tracks.thread(out, track(l), Tracks.ofRank(rank, 0), pid,
                    thread == 0 ? pid : Tracks.pid(FIRST_LOCATION + l),
                    thread == 0 ? "MPI calls" : "MPI calls of thread " + thread);
        }
    }

    long calls() {
        return calls;
    }

    long messages() {
        return messages;
    }

    /** Returns the number of messages that arrived before they were sent by the clocks' bounds; they have no flow. */
    long impossible() {
        return impossible;
    }

    @Override
    public void event(int location, int tick, EventCursor e) {
        long flow = e.kind() == TraceFormat.SEND ? flow(trace.rankOf(location), e.peer(), e, e.startNanos()) : 0;
        call(location, e, flow);
    }

    @Override
    public void receive(int location, int tick, EventCursor e, long sentNanos) {
        call(location, e, 0);
        if (sentNanos == Long.MIN_VALUE || e.peer() < 0 || !trace.present(e.peer())) {
            return;
        }
        long sent = axis.ofReference(trace.clocks().toReference(e.peer(), sentNanos));
        long arrived = axis.ofReference(trace.clocks().toReference(location, e.endNanos()));
        if (arrived <= sent) {
            impossible++;
            return;
        }
        messages++;
        long flow = flow(e.peer(), trace.rankOf(location), e, sentNanos);
        write(() -> out.instant(arrived, track(location), i -> {
            i.writeString(EVENT_NAME, "message from rank " + e.peer());
            PacketWriter.annotation(i, "bytes", e.bytes());
            PacketWriter.annotation(i, "after_ns", arrived - sent);
            i.writeFixed64(EVENT_FLOW_END, flow);
        }));
    }

    private void call(int location, EventCursor e, long flow) {
        calls++;
        long from = axis.ofReference(trace.clocks().toReference(location, e.startNanos()));
        long to = axis.ofReference(trace.clocks().toReference(location, e.endNanos()));
        write(() -> out.slice(from, to, track(location), s -> describe(s, e, flow)));
    }

    private void describe(CodedOutputStream s, EventCursor e, long flow) throws IOException {
        s.writeString(EVENT_NAME, MpiOp.of(e.op()).mpiName());
        PacketWriter.annotation(s, "bytes", e.bytes());
        if (e.peer() >= 0) {
            PacketWriter.annotation(s,
                    e.kind() == TraceFormat.SEND ? "to" : e.kind() == TraceFormat.RECV ? "from" : "root", e.peer());
        }
        if (e.kind() == TraceFormat.SEND || e.kind() == TraceFormat.RECV) {
            PacketWriter.annotation(s, "tag", e.tag());
        } else {
            PacketWriter.annotation(s, "type", EventType.text(EventType.of(e, trace.communicators())));
        }
        if (flow != 0) {
            s.writeFixed64(EVENT_FLOW, flow);
        }
    }

    /**
     * Returns the flow id, computed identically at both ends. The send time distinguishes the messages of a channel, so
     * no state is needed.
     */
    private static long flow(int from, int to, EventCursor e, long sentNanos) {
        long mixed = mix(mix(mix(sentNanos) ^ ((long) from << 32 | to & 0xFFFFFFFFL))
                ^ ((long) e.tag() << 32 | e.comm() & 0xFFFFFFFFL));
        return mixed == 0 ? 1 : mixed;
    }

    private static long mix(long x) {
        long z = (x ^ x >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    private static long track(int location) {
        return Tracks.ofMessages(location);
    }

    private interface Writing {
        void run() throws IOException;
    }

    private static void write(Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void endTick(int tick) {
        // Ticks are not needed.
    }
}
