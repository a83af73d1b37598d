package runbench.pas2p.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.pas2p.Scripted;
import runbench.pas2p.block.ParallelBlocks;
import runbench.pas2p.block.ParallelBlocks.BlockChains;
import runbench.pas2p.block.ParallelBlocks.BlockOptions;
import runbench.pas2p.order.LogicalTrace.OrderRule;
import runbench.pas2p.trace.MpiTrace;

/** The examples of chapter 3 of the PAS2P thesis: CG (figures 3.4, 3.14, 3.16) and SMG2000 (figures 3.8 to 3.17). */
class ThesisOrderTest {
    static final String[] CG = {"2 -2 2 -2 1 -1 2 -2 2 -2 2 -2 1 -1 2 -2", "1 -1 1 -1 3 -3 1 -1 1 -1 1 -1 3 -3 1 -1",
            "4 -4 4 -4 2 -2 4 -4 4 -4 4 -4 2 -2 4 -4", "3 -3 3 -3 4 -4 3 -3 3 -3 3 -3 4 -4 3 -3",};
    static final String[] SMG = {"2 -2 -3 -4 3 4", "1 -1 3 -3 -4 4", "1 2 -1 -2 4 -4", "1 2 3 -1 -2 -3"};

    @TempDir
    Path directory;

    private LogicalTrace order(OrderRule rule, long bytes, String... processes) {
        MpiTrace trace = Scripted.trace(directory, bytes, processes);
        LogicalTrace logical = LogicalTrace.of(trace, rule, Progress.NONE);
        assertThat(logical.report().unmatched()).isZero();
        return logical;
    }

    static List<List<Integer>> ticks(LogicalTrace logical) {
        return IntStream.range(0, logical.ranks())
                .mapToObj(r -> Arrays.stream(logical.eventsOf(r)).map(logical::tick).boxed().toList())
                .toList();
    }

    private static List<List<Integer>> expected(String... rows) {
        return Arrays.stream(rows).map(row -> Arrays.stream(row.split(" ")).map(Integer::valueOf).toList()).toList();
    }

    static String twice(String process) {
        return process + " " + process;
    }

    private static List<Integer> oneBased(int[] string) {
        return Arrays.stream(string).map(b -> b + 1).boxed().toList();
    }

    private static List<Integer> ids(String string) {
        return Arrays.stream(string.split(" ")).map(Integer::valueOf).toList();
    }

    private static List<String> phases(List<BlockChains.Chain> chains) {
        return chains.stream()
                .map(c -> c.blocks().stream().map(b -> Integer.toString(b + 1)).collect(Collectors.joining(" ")) + " w"
                        + c.weight())
                .toList();
    }

    @Test
    void lamportOrdersCgIntoSixteenTicks() {
        LogicalTrace logical = order(OrderRule.LAMPORT, 8, CG);
        List<Integer> upwards = IntStream.range(0, 16).boxed().toList();
        assertThat(ticks(logical)).containsExactly(upwards, upwards, upwards, upwards);
        LogicalRows rows = LogicalRows.of(logical, false);
        assertThat(rows.count()).isEqualTo(16);
        ParallelBlocks blocks = ParallelBlocks.of(logical, rows, BlockOptions.TYPES_ONLY);
        assertThat(oneBased(blocks.string()))
                .isEqualTo(ids("1 2 1 4 5 6 1 2 1 2 1 4 5 6 1".replace('4', '3').replace('5', '4').replace('6', '5')));
    }

    @Test
    void blockOneOfCgIsTableThreeTwo() {
        LogicalTrace logical = order(OrderRule.LAMPORT, 8, CG);
        ParallelBlocks.Block block = ParallelBlocks.of(logical, LogicalRows.of(logical, false), BlockOptions.DEFAULT)
                .block(0);
        assertThat(block.entry()).containsExactly(2, 1, 4, 3);
        assertThat(block.exit()).containsExactly(-2, -1, -4, -3);
        assertThat(block.entryBytes()).containsExactly(8, 8, 8, 8);
        assertThat(block.exitBytes()).containsExactly(8, 8, 8, 8);
        assertThat(block.computeNanos()).containsExactly(1000, 1000, 1000, 1000);
    }

    @Test
    void chainsOfCgAreTheTwoPhasesOfFigureThreeSixteen() {
        int[] string = ids("1 2 3 4 5 6 7 8 1 2 3 4 5 6 7").stream().mapToInt(i -> i - 1).toArray();
        assertThat(phases(BlockChains.of(string))).containsExactly("1 2 3 4 5 6 7 w2", "8 w1");
    }

    @Test
    void chainsOfLamportOrderedSmgAreTheSevenPhasesOfFigureThreeEighteen() {
        int[] string = ids("1 2 3 4 5 6 1 2 9 10 5").stream().mapToInt(i -> i - 1).toArray();
        assertThat(phases(BlockChains.of(string))).containsExactly("1 2 w2", "3 w1", "4 w1", "5 w2", "6 w1", "9 w1",
                "10 w1");
    }

    @Test
    void pas2pOrdersSmgAsInFigureThreeTen() {
        assertThat(ticks(order(OrderRule.PAS2P, 20, SMG)))
                .isEqualTo(expected("0 1 1 1 1 2", "0 1 1 2 2 2", "0 1 2 2 2 3", "0 1 2 3 3 3"));
    }

    @Test
    void pas2pOrdersSmgWithItsSendsFirst() {
        assertThat(ticks(
                order(OrderRule.PAS2P, 20, "2 3 4 -2 -3 -4", "1 3 4 -1 -3 -4", "1 2 4 -1 -2 -4", "1 2 3 -1 -2 -3")))
                .isEqualTo(expected("0 1 2 1 1 1", "0 1 2 1 2 2", "0 1 2 2 2 3", "0 1 2 3 3 3"));
    }

    @Test
    void twoIterationsOfSmgHaveTwentyTwoRowsAndTwoPhases() {
        LogicalTrace logical = order(OrderRule.PAS2P, 20,
                Arrays.stream(SMG).map(ThesisOrderTest::twice).toArray(String[]::new));
        LogicalRows rows = LogicalRows.of(logical, false);
        assertThat(rows.count()).isEqualTo(22);
        String[] half = {"2 -2 -3 -4 3 0 0 4 0 0 0", "1 -1 0 0 3 -3 -4 4 0 0 0", "1 0 0 0 2 -1 -2 4 -4 0 0",
                "1 0 0 0 2 0 0 3 -1 -2 -3"};
        for (int p = 0; p < 4; p++) {
            int process = p;
            assertThat(IntStream.range(0, 22)
                    .mapToLong(i -> rows.types(logical, i)[process])
                    .mapToInt(t -> (int) t)
                    .boxed()
                    .toList()).isEqualTo(ids(twice(half[p])));
        }
        ParallelBlocks blocks = ParallelBlocks.of(logical, rows, BlockOptions.DEFAULT);
        assertThat(oneBased(blocks.string())).isEqualTo(ids("1 2 3 4 5 6 7 8 9 10 11 1 2 3 4 5 6 7 8 9 10"));
        assertThat(phases(BlockChains.of(blocks.string()))).containsExactly("1 2 3 4 5 6 7 8 9 10 w2", "11 w1");
        assertThat(blocks.block(0).entry()).containsExactly(2, 1, 1, 1);
        assertThat(blocks.block(0).exit()).containsExactly(-2, -1, 0, 0);
        assertThat(blocks.block(0).entryBytes()).containsExactly(20, 20, 20, 20);
        assertThat(blocks.block(0).exitBytes()).containsExactly(20, 20, 0, 0);
    }
}
