package runbench.pas2p.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.pas2p.trace.CallSites.CallSite;
import runbench.pas2p.trace.CallSites.CodePlace;
import runbench.pas2p.trace.CallSites.SourcePlace;

/** Compares the Java side with the C header and with the golden file, which also checks the C writer. */
class TraceFormatTest {
    private static final Path HEADER = Path.of(System.getProperty("runbench.home", ".."),
            "native/include/runbench/mpitrace.h");

    @TempDir
    Path directory;

    @Test
    void operationsAreThoseOfTheHeader() throws IOException {
        Matcher m = Pattern.compile("X\\((\\d+), (MPI_\\w+)\\)").matcher(Files.readString(HEADER));
        int found = 0;
        while (m.find()) {
            MpiOp op = MpiOp.of(Integer.parseInt(m.group(1)));
            assertThat(op.mpiName()).isEqualTo(m.group(2));
            found++;
        }
        assertThat(found).isEqualTo(MpiOp.values().length - 1);
    }

    @Test
    void kindsAndFlagsAreThoseOfTheHeader() throws Exception {
        String header = Files.readString(HEADER);
        Matcher kinds = Pattern.compile("RB_MPI_(\\w+)\\s*= (\\d+),\\s*/\\*").matcher(header);
        int found = 0;
        while (kinds.find()) {
            Field field = TraceFormat.class.getField(kinds.group(1));
            assertThat(field.getInt(null)).as(kinds.group(1)).isEqualTo(Integer.parseInt(kinds.group(2)));
            found++;
        }
        assertThat(found).isEqualTo(11);
        Matcher flags = Pattern.compile("RB_MPI_F_(\\w+)\\s*= 1 << (\\d+)").matcher(header);
        while (flags.find()) {
            Field field = TraceFormat.class.getField("FLAG_" + flags.group(1));
            assertThat(field.getInt(null)).as(flags.group(1)).isEqualTo(1 << Integer.parseInt(flags.group(2)));
            found++;
        }
        assertThat(found).isEqualTo(18);
    }

    private byte[] golden(String name) throws IOException {
        try (InputStream in = getClass().getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @CsvSource({"golden.mpit, 1", "golden-version-1.mpit, 0"})
    void readsWhatTheInterposersWriterWrote(String name, int sites) throws IOException {
        Path file = TraceFormat.fileOf(directory, 1);
        Files.write(file, golden(name));
        MpiTrace trace = MpiTrace.open(directory);
        assertThat(trace.ranks()).isEqualTo(3);
        assertThat(trace.complete(1)).isTrue();
        assertThat(trace.header(1).host()).isEqualTo("node7");
        assertThat(trace.eventsOf(1)).isEqualTo(1500);
        assertThat(trace.initEndNanos(1)).isEqualTo(2000);
        assertThat(trace.endNanos(1)).isEqualTo(20000);
        assertThat(trace.communicators().of(0xc0ffee).size()).isEqualTo(3);
        assertThat(trace.communicators().of(0xc0ffee).group()).isEqualTo(0x1122334455667788L);
        try (EventCursor e = trace.cursor(1)) {
            for (int i = 0; i < 1500; i++) {
                assertThat(e.advance()).isTrue();
                assertThat(e.kind())
                        .isEqualTo(List.of(TraceFormat.SEND, TraceFormat.RECV, TraceFormat.COLL).get(i % 3));
                assertThat(MpiOp.of(e.op())).isEqualTo(List.of(MpiOp.ISEND, MpiOp.RECV, MpiOp.ALLREDUCE).get(i % 3));
                assertThat(e.flags()).isEqualTo(i % 3 == 1 ? TraceFormat.FLAG_ANY_SOURCE : 0);
                assertThat(e.peer()).isEqualTo(i % 3 == 2 ? -1 : i % 2 * 2);
                assertThat(e.tag()).isEqualTo(i);
                assertThat(e.comm()).isEqualTo(0xc0ffee);
                assertThat(e.bytes()).isEqualTo(8L * i);
                assertThat(e.site()).isEqualTo(i % 3 == 0 ? sites : 0);
                assertThat(e.startNanos()).isEqualTo(3000 + 10L * i);
                assertThat(e.endNanos()).isEqualTo(3005 + 10L * i);
                assertThat(e.computeNanos()).isEqualTo(5L * i);
                assertThat(e.mpiNanos()).isEqualTo(4L * i);
                assertThat(e.post()).isEqualTo(i / 3);
                assertThat(e.number()).isEqualTo(i * 2 / 3 + 1);
            }
            assertThat(e.advance()).isFalse();
        }
    }

    @Test
    void callSitesHaveAPlaceInTheirModule() throws IOException {
        Files.write(TraceFormat.fileOf(directory, 1), golden("golden.mpit"));
        CallSites sites = MpiTrace.open(directory).callSites();
        CodePlace place = new CodePlace("/opt/app/a", 0x1234);
        assertThat(sites.all()).containsExactly(new CallSite(0, MpiOp.ISEND, place, 501, 2500));
        assertThat(sites.id(1, 1)).isZero();
        assertThat(sites.id(1, 0)).isNegative();
        assertThat(sites.text(0)).isEqualTo("a+0x1234");
        sites.name(Map.of(place, new SourcePlace("exchange_3", "", 0)));
        assertThat(sites.text(0)).isEqualTo("exchange_3");
        sites.name(Map.of(place, new SourcePlace("exchange_3", "exchange_3.f", 87)));
        assertThat(sites.text(List.of(0, 0))).isEqualTo("exchange_3 (exchange_3.f:87)");
        assertThat(CallSites.NONE.text(List.of())).isEmpty();
        // Ranks 0 and 2 have no file: the calls of all ranks are not known.
        assertThat(sites.counted()).isFalse();
    }

    @Test
    void recordsWithoutAPlaceInTheTraceAreNamed() throws IOException {
        try (TraceWriter w = new TraceWriter(directory, 0, 1, Map.of("source", "test"))) {
            w.init(1000, 2000);
            w.finalizeAt(3000);
            w.end(Map.of("outside_world", 7, "untraced_threads", 2, "not_ordered",
                    Map.of("MPI_Comm_spawn", Map.of("calls", 1, "ns", 500))));
        }
        assertThat(MpiTrace.open(directory).remarks()).satisfiesExactlyInAnyOrder(
                r -> assertThat(r).contains("7 messages to or from processes outside MPI_COMM_WORLD"),
                r -> assertThat(r).contains("2 of its threads could not be traced"),
                r -> assertThat(r).contains("1 MPI_Comm_spawn").contains("50.0 %"));
    }

    @Test
    void operationsStandForTheirBlockingOnes() {
        assertThat(MpiOp.IBCAST.blocking()).isEqualTo(MpiOp.BCAST);
        assertThat(MpiOp.EXSCAN_INIT.blocking()).isEqualTo(MpiOp.EXSCAN);
        assertThat(MpiOp.INEIGHBOR_ALLTOALLW.blocking()).isEqualTo(MpiOp.NEIGHBOR_ALLTOALLW);
        assertThat(MpiOp.NEIGHBOR_ALLGATHER_INIT.blocking()).isEqualTo(MpiOp.NEIGHBOR_ALLGATHER);
        assertThat(MpiOp.FILE_WRITE_AT_ALL_BEGIN.blocking()).isEqualTo(MpiOp.FILE_WRITE_AT_ALL);
        assertThat(MpiOp.SEND.blocking()).isEqualTo(MpiOp.SEND);
    }

    @Test
    void writesTheSameRecordsAsTheInterposersWriter() throws IOException {
        try (TraceWriter w = new TraceWriter(directory, 1, 3, Map.of("source", "golden"))) {
            w.communicator(0xc0ffee, 3, 1, 0x1122334455667788L);
            w.init(1000, 2000);
            w.send(MpiOp.ISEND, 0, 0, 0xc0ffee, 0, 3000, 3005);
        }
        byte[] ours = Files.readAllBytes(TraceFormat.fileOf(directory, 1));
        byte[] golden = golden("golden-version-1.mpit");
        int ourHeader = java.nio.ByteBuffer.wrap(ours).order(java.nio.ByteOrder.LITTLE_ENDIAN).getInt(12);
        int goldenHeader = java.nio.ByteBuffer.wrap(golden).order(java.nio.ByteOrder.LITTLE_ENDIAN).getInt(12);
        // Records 0 and 1 completely; of the first send all but compute time and serial number, which the golden file
        // invents.
        assertThat(java.util.Arrays.copyOfRange(ours, ourHeader, ourHeader + 2 * 64 + 40))
                .isEqualTo(java.util.Arrays.copyOfRange(golden, goldenHeader, goldenHeader + 2 * 64 + 40));
    }
}
