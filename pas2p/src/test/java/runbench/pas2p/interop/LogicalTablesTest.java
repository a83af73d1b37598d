package runbench.pas2p.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import runbench.base.progress.Progress;
import runbench.pas2p.Scripted;
import runbench.pas2p.block.BlockedTrace;
import runbench.pas2p.block.ParallelBlocks.BlockOptions;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.trace.MpiTrace;

/** The tables of the examples in chapter 3 of the PAS2P thesis. */
class LogicalTablesTest {
    private static final String[] CG = {"2 -2 2 -2 1 -1 2 -2 2 -2 2 -2 1 -1 2 -2",
            "1 -1 1 -1 3 -3 1 -1 1 -1 1 -1 3 -3 1 -1", "4 -4 4 -4 2 -2 4 -4 4 -4 4 -4 2 -2 4 -4",
            "3 -3 3 -3 4 -4 3 -3 3 -3 3 -3 4 -4 3 -3"};
    private static final String[] SMG = {"2 -2 -3 -4 3 4", "1 -1 3 -3 -4 4", "1 2 -1 -2 4 -4", "1 2 3 -1 -2 -3"};

    @TempDir
    Path directory;

    private static List<CSVRecord> read(Path file) throws IOException {
        try (CSVParser parser = CSVParser.parse(Files.readString(file),
                CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get())) {
            return parser.getRecords();
        }
    }

    private static String column(List<CSVRecord> records, String name) {
        return records.stream().map(r -> r.get(name)).collect(Collectors.joining(" "));
    }

    private static List<CSVRecord> ofRank(List<CSVRecord> events, int rank) {
        return events.stream().filter(e -> e.get("rank").equals(Integer.toString(rank))).toList();
    }

    /** Figure 3.10: logical times of SMG2000 (in the design's order of its receives). */
    @Test
    void eventsHaveTheirLogicalTimes() throws IOException {
        MpiTrace trace = Scripted.trace(directory, SMG);
        Path file = directory.resolve("logical-trace.csv");
        assertThat(LogicalTables.writeTrace(trace, OrderRule.PAS2P, file, Progress.NONE)).isEqualTo(24);
        List<CSVRecord> events = read(file);
        assertThat(events).hasSize(24);
        List<CSVRecord> first = events.stream().filter(e -> e.get("rank").equals("0")).toList();
        assertThat(column(first, "type")).isEqualTo("+2 -2 -3 -4 +3 +4");
        assertThat(column(first, "tick")).isEqualTo("0 1 1 1 1 2");
        assertThat(column(first, "kind")).isEqualTo("send receive receive receive send send");
        assertThat(column(first, "call")).isEqualTo("MPI_Send MPI_Recv MPI_Recv MPI_Recv MPI_Send MPI_Send");
        assertThat(column(first, "peer")).isEqualTo("1 1 2 3 2 3");
        assertThat(column(first, "bytes")).isEqualTo("8 8 8 8 8 8");
        assertThat(first.get(0).get("start_s")).isEqualTo("1.0E-6");
        // Each rank has at most one event per row.
        assertThat(events.stream().map(e -> e.get("row") + " " + e.get("rank"))).doesNotHaveDuplicates();
        assertThat(events.stream().map(e -> Integer.parseInt(e.get("tick")))).isSorted();
    }

    /** Two messages of one channel keep their order; a send without a receive is a message, too. */
    @ParameterizedTest
    @EnumSource(OrderRule.class)
    void receivesNameTheSendOfTheirMessage(OrderRule rule) throws IOException {
        MpiTrace trace = Scripted.trace(directory, "2 3 2 -3 *", "-1 * -1", "1 -1 * 2");
        Path file = directory.resolve("logical-trace.csv");
        LogicalTables.writeTrace(trace, rule, file, Progress.NONE);
        List<CSVRecord> events = read(file);
        assertThat(column(events, "id"))
                .isEqualTo(IntStream.rangeClosed(1, 12).mapToObj(String::valueOf).collect(Collectors.joining(" ")));
        Map<String, CSVRecord> byId = events.stream().collect(Collectors.toMap(e -> e.get("id"), e -> e));
        List<CSVRecord> receives = events.stream().filter(e -> e.get("kind").equals("receive")).toList();
        assertThat(receives).hasSize(4).allSatisfy(receive -> {
            CSVRecord send = byId.get(receive.get("message"));
            assertThat(send.get("kind")).isEqualTo("send");
            assertThat(send.get("message")).isEqualTo(send.get("id"));
            assertThat(send.get("rank")).isEqualTo(receive.get("peer"));
            assertThat(send.get("peer")).isEqualTo(receive.get("rank"));
        });
        assertThat(column(ofRank(receives, 1), "message"))
                .isEqualTo(column(ofRank(events, 0).stream().filter(e -> e.get("type").equals("+2")).toList(), "id"));
        assertThat(events.stream().filter(e -> e.get("kind").equals("collective")))
                .allSatisfy(e -> assertThat(e.get("message")).isEmpty());
        CSVRecord lost = ofRank(events, 2).stream().filter(e -> e.get("type").equals("+2")).findFirst().orElseThrow();
        assertThat(lost.get("message")).isEqualTo(lost.get("id"));
    }

    @Test
    void receiveWithoutItsSendNamesNone() throws IOException {
        MpiTrace trace = Scripted.trace(directory, "2", "-1 -1");
        Path file = directory.resolve("logical-trace.csv");
        LogicalTables.writeTrace(trace, OrderRule.PAS2P, file, Progress.NONE);
        assertThat(ofRank(read(file), 1)).extracting(e -> e.get("message")).containsExactly("1", "");
    }

    @Test
    void collectivesNameCallAndRoot() throws IOException {
        MpiTrace trace = Scripted.trace(directory, "* 2", "* -1");
        Path file = directory.resolve("logical-trace.csv");
        LogicalTables.writeTrace(trace, OrderRule.PAS2P, file, Progress.NONE);
        CSVRecord barrier = read(file).get(0);
        assertThat(barrier.get("kind")).isEqualTo("collective");
        assertThat(barrier.get("call")).isEqualTo("MPI_Barrier");
        assertThat(barrier.get("peer")).isEmpty();
    }

    /** Table 3.2 and figure 3.14: the first block of CG, and the string of blocks by type. */
    @Test
    void blocksHaveEntryComputationAndExit() throws IOException {
        MpiTrace trace = Scripted.trace(directory, CG);
        Path file = directory.resolve("blocks.csv");
        BlockedTrace blocked = BlockedTrace.of(trace, OrderRule.LAMPORT, BlockOptions.TYPES_ONLY, Progress.NONE);
        assertThat(LogicalTables.writeBlocks(trace, blocked, file)).isEqualTo(5);
        List<CSVRecord> first = read(file).stream().filter(b -> b.get("block").equals("1")).toList();
        assertThat(column(first, "entry")).isEqualTo("+2 +1 +4 +3");
        assertThat(column(first, "exit")).isEqualTo("-2 -1 -4 -3");
        assertThat(column(first, "entry_bytes")).isEqualTo("8 8 8 8");
        assertThat(column(first, "weight")).isEqualTo("6 6 6 6");
        assertThat(column(first, "first_row")).isEqualTo("0 0 0 0");
        assertThat(LogicalTables.orderFile(file)).isEqualTo(directory.resolve("blocks-order.csv"));
        List<CSVRecord> order = read(LogicalTables.orderFile(file));
        assertThat(column(order, "block")).isEqualTo("1 2 1 3 4 5 1 2 1 2 1 3 4 5 1");
        assertThat(column(order, "tick")).isEqualTo("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14");
    }

    @Test
    void phaseOfTheBlocksIsThatOfTheChainRule() throws IOException {
        String[] twice = new String[4];
        for (int p = 0; p < 4; p++) {
            twice[p] = SMG[p] + " " + SMG[p];
        }
        Path file = directory.resolve("blocks.csv");
        MpiTrace trace = Scripted.trace(directory, 20, twice);
        LogicalTables.writeBlocks(trace, BlockedTrace.of(trace, OrderRule.PAS2P, BlockOptions.DEFAULT, Progress.NONE),
                file);
        List<CSVRecord> order = read(LogicalTables.orderFile(file));
        // Figure 3.17: phases {1..10} with weight 2, {11} with weight 1.
        assertThat(column(order, "block")).isEqualTo("1 2 3 4 5 6 7 8 9 10 11 1 2 3 4 5 6 7 8 9 10");
        assertThat(column(order, "phase")).isEqualTo("1 1 1 1 1 1 1 1 1 1 2 1 1 1 1 1 1 1 1 1 1");
    }
}
