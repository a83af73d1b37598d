package runbench.pas2p.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceFormat;
import runbench.pas2p.trace.TraceWriter;

/** Files in the format of MPE2's headers clog_preamble.h, clog_record.h and clog_commset.h, version CLOG-02.44. */
class Clog2ImportTest {
    @TempDir
    Path directory;
    private Path file;
    private Path rankFiles;

    @BeforeEach
    void places() throws IOException {
        file = directory.resolve("app.clog2");
        rankFiles = Files.createDirectory(directory.resolve("rank-files"));
    }

    /** A writer of such files. */
    private static final class Clog2File {
        private static final int BLOCK_BYTES = 1024;
        private final ByteOrder order;
        private final List<byte[]> records = new ArrayList<>();
        private final Map<String, Integer> states = new LinkedHashMap<>();
        private final int ranks;
        private String version = "CLOG-02.44";
        private boolean isFinalized = true;

        Clog2File(int ranks, ByteOrder order) {
            this.ranks = ranks;
            this.order = order;
        }

        private ByteBuffer record(double seconds, int comm, int rank, int thread, int kind, int bodyBytes) {
            byte[] bytes = new byte[24 + bodyBytes];
            records.add(bytes);
            return ByteBuffer.wrap(bytes)
                    .order(order)
                    .putDouble(seconds)
                    .putInt(comm)
                    .putInt(rank)
                    .putInt(thread)
                    .putInt(kind);
        }

        /** A member of a communicator, at its creation (0: the world, 100: another). */
        void member(int creation, int comm, int rank, int worldRank) {
            record(0, 0, worldRank, 0, 9, 48).putInt(creation).putInt(comm).putInt(rank).putInt(worldRank);
        }

        private int state(String name) {
            return 2 * states.computeIfAbsent(name, n -> 10 + states.size());
        }

        void begin(double seconds, int comm, int rank, String call) {
            record(seconds, comm, rank, 0, 5, 8).putInt(state(call));
        }

        void end(double seconds, int comm, int rank, String call) {
            // MPE ends states with data by a record with 32 bytes of cargo.
            record(seconds, comm, rank, 0, call.startsWith("MPI_") ? 5 : 6, call.startsWith("MPI_") ? 8 : 40)
                    .putInt(state(call) + 1);
        }

        void call(double from, double to, int comm, int rank, String call) {
            begin(from, comm, rank, call);
            end(to, comm, rank, call);
        }

        void message(double seconds, int comm, int rank, boolean sent, int peer, int tag, int bytes) {
            record(seconds, comm, rank, 0, 7, 24).putInt(sent ? -101 : -102)
                    .putInt(comm)
                    .putInt(peer)
                    .putInt(tag)
                    .putInt(bytes);
        }

        byte[] bytes() throws IOException {
            states.forEach((name, id) -> {
                ByteBuffer state = record(9, 0, 0, 0, 2, 112).putInt(id).putInt(2 * id).putInt(2 * id + 1).putInt(0);
                state.position(state.position() + 24);
                state.put(name.getBytes(StandardCharsets.US_ASCII));
            });
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(
                    Arrays.copyOf(
                            (version + "\0is_big_endian=\0" + (order == ByteOrder.BIG_ENDIAN ? "TRUE " : "FALSE")
                                    + "\0is_finalized=\0" + (isFinalized ? "TRUE " : "FALSE") + "\0block_size=\0"
                                    + BLOCK_BYTES + "\0num_buffered_blocks=\0" + 128 + "\0max_comm_world_size=\0"
                                    + ranks + "\0max_thread_count=\0" + 1 + "\0").getBytes(StandardCharsets.US_ASCII),
                            1024));
            ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES).order(order);
            for (byte[] record : records) {
                if (block.remaining() < record.length + 24) {
                    finish(block, 1, out);
                }
                block.put(record);
            }
            finish(block, 0, out);
            // The table of communicators follows, whose members are in the records.
            out.write(ByteBuffer.allocate(4).order(order).putInt(0).array());
            return out.toByteArray();
        }

        private void finish(ByteBuffer block, int kind, ByteArrayOutputStream out) throws IOException {
            block.putDouble(9).putInt(0).putInt(0).putInt(0).putInt(kind);
            out.write(Arrays.copyOf(Arrays.copyOf(block.array(), block.position()), BLOCK_BYTES));
            block.clear();
        }
    }

    /**
     * Returns a program of four ranks: 30 rounds of a message around the ring and an Allreduce; then the odd ranks have
     * a barrier of their own and a message in their communicator, inside a state of the user.
     */
    private static Clog2File program(ByteOrder order) {
        Clog2File out = new Clog2File(4, order);
        for (int r = 0; r < 4; r++) {
            out.member(0, 0, r, r);
            out.call(0.01 * r, 0.5, 0, r, "MPI_Init");
        }
        double t = 1;
        for (int round = 0; round < 30; round++, t += 0.1) {
            for (int r = 0; r < 4; r++) {
                out.begin(t, 0, r, "MPI_Isend");
                out.message(t + 0.001, 0, r, true, (r + 1) % 4, 7, 800);
                out.end(t + 0.002, 0, r, "MPI_Isend");
                out.begin(t + 0.01, 0, r, "MPI_Recv");
                out.message(t + 0.03, 0, r, false, (r + 3) % 4, 7, 800);
                out.end(t + 0.03, 0, r, "MPI_Recv");
                out.call(t + 0.05, t + 0.06, 0, r, "MPI_Allreduce");
            }
        }
        out.member(100, 3, 0, 1);
        out.member(100, 3, 1, 3);
        for (int r = 0; r < 2; r++) {
            out.call(t, t + 0.01, 3, r, "MPI_Barrier");
            out.begin(t + 0.02, 3, r, "my state");
            out.message(t + 0.03, 3, r, r == 0, 1 - r, 1, 64);
            out.end(t + 0.04, 3, r, "my state");
        }
        for (int r = 0; r < 4; r++) {
            out.begin(6, 0, r, "MPI_Finalize");
        }
        return out;
    }

    private MpiTrace imported(byte[] bytes) throws IOException {
        Files.write(file, bytes);
        Clog2Import.run(file, rankFiles);
        return MpiTrace.open(rankFiles);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void messagesCollectivesAndTheirPhasesAreImported(boolean bigEndian) throws IOException {
        MpiTrace trace = imported(program(bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN).bytes());
        assertThat(trace.remarks()).isEmpty();
        assertThat(trace.complete()).isTrue();
        assertThat(trace.ranks()).isEqualTo(4);
        assertThat(trace.sends()).isEqualTo(30 * 4 + 1);
        assertThat(trace.receives()).isEqualTo(30 * 4 + 1);
        assertThat(trace.collectives()).isEqualTo(30 * 4 + 2);
        assertThat(trace.initEndNanos(0)).isEqualTo(500_000_000L);
        assertThat(trace.endNanos(2)).isEqualTo(6_000_000_000L);
        PhaseAnalysis phases = PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE);
        assertThat(phases.sweep().unmatched()).as(phases.sweep().examples().toString()).isZero();
        assertThat(phases.phases()).anySatisfy(p -> assertThat(p.weight()).isGreaterThanOrEqualTo(29));
    }

    @Test
    void eventsHaveCallPartnerSizeAndTimes() throws IOException {
        MpiTrace trace = imported(program(ByteOrder.BIG_ENDIAN).bytes());
        try (EventCursor e = trace.cursor(1)) {
            assertThat(e.advance()).isTrue();
            assertThat(e.kind()).isEqualTo(TraceFormat.SEND);
            assertThat(MpiOp.of(e.op())).isEqualTo(MpiOp.ISEND);
            assertThat(e.peer()).isEqualTo(2);
            assertThat(e.tag()).isEqualTo(7);
            assertThat(e.bytes()).isEqualTo(800);
            assertThat(e.comm()).isEqualTo(TraceWriter.WORLD);
            assertThat(e.startNanos()).isEqualTo(1_000_000_000L);
            assertThat(e.endNanos()).isEqualTo(1_002_000_000L);
            assertThat(e.advance()).isTrue();
            assertThat(e.kind()).isEqualTo(TraceFormat.RECV);
            assertThat(e.peer()).isZero();
            assertThat(e.advance()).isTrue();
            assertThat(e.kind()).isEqualTo(TraceFormat.COLL);
            assertThat(MpiOp.of(e.op())).isEqualTo(MpiOp.ALLREDUCE);
        }
        // World ranks 1 and 3 are ranks 0 and 1 of the other communicator.
        assertThat(trace.members().get(1003)).containsExactly(1, 3);
        try (EventCursor e = trace.cursor(3)) {
            boolean received = false;
            while (e.advance()) {
                received |= e.kind() == TraceFormat.RECV && e.comm() == 1003 && e.peer() == 1 && e.bytes() == 64;
            }
            assertThat(received).isTrue();
        }
    }

    @Test
    void unreadableFilesAreRefused() throws IOException {
        byte[] whole = program(ByteOrder.BIG_ENDIAN).bytes();
        refused("something else".getBytes(StandardCharsets.US_ASCII), "is not a CLOG-2 trace");
        refused(new byte[0], "is not a CLOG-2 trace");
        refused(Arrays.copyOf(whole, 3000), "is damaged: it ends before its end record");
        byte[] other = whole.clone();
        ByteBuffer.wrap(other).putInt(1024 + 20, 77);
        refused(other, "is damaged: unknown record 77 at byte 1024");
        Clog2File old = program(ByteOrder.BIG_ENDIAN);
        old.version = "CLOG-02.30";
        refused(old.bytes(), "version CLOG-02.30; only CLOG-02.44 can be read");
        Clog2File part = program(ByteOrder.BIG_ENDIAN);
        part.isFinalized = false;
        refused(part.bytes(), "this is the file of one process, not merged");
        Clog2File strange = program(ByteOrder.BIG_ENDIAN);
        strange.call(7, 8, 5, 0, "MPI_Barrier");
        refused(strange.bytes(), "rank 0 of communicator 5 is not defined");
    }

    private void refused(byte[] bytes, String reason) throws IOException {
        Files.write(file, bytes);
        assertThatThrownBy(() -> Clog2Import.run(file, rankFiles)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining(reason);
        assertThat(rankFiles).isEmptyDirectory();
    }
}
