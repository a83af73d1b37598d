package runbench.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static runbench.align.traces.SyntheticCluster.AHEAD;
import static runbench.align.traces.SyntheticCluster.BOUND;
import static runbench.align.traces.SyntheticCluster.START;
import static runbench.align.traces.SyntheticCluster.barrier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.run.ClusterRun;
import runbench.align.traces.AlignedIndex;
import runbench.align.traces.AlignedRun;
import runbench.align.traces.Alignment;
import runbench.align.traces.BarrierResiduals;
import runbench.align.traces.MessageOrders;
import runbench.align.traces.SyntheticCluster;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.cli.Main;
import runbench.pas2p.trace.EventCursor;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceWriter;

@Tag("scenario")
@Tag("beside")
class AlignedRunTest {
    @TempDir
    private Path dir;

    private static AlignedIndex align(ClusterRun run) throws IOException {
        AlignedIndex index = AlignedRun.write(run, null, ProgressDisplay.NONE);
        PublishedSchemas.check(OutputFormat.ALIGNED_RUN, run.folder().path().resolve("aligned/index.json"));
        return index;
    }

    /**
     * Returns a run in which rank 0 enters the barrier last, at 200. Both ranks leave it, rank 1 at {@code exit}. Rank
     * 1 sends at 1000, and rank 0 receives the message at {@code received}. All times are by the head's clock.
     */
    private ClusterRun run(long exit, long received) throws IOException {
        return new SyntheticCluster(dir).rank("head").rank("n1").model("n1", AHEAD, BOUND).trace(0, 0, (w, start) -> {
            barrier(w, 0, start + 200_000, start + 260_000);
            w.receive(MpiOp.RECV, 1, 7, TraceWriter.WORLD, 64, start + 270_000, start + received);
            barrier(w, 1, start + received + 10, start + 2_000_000);
        }).trace(1, AHEAD, (w, start) -> {
            barrier(w, 0, start + 100_000, start + exit);
            w.send(MpiOp.SEND, 0, 7, TraceWriter.WORLD, 64, start + 1_000_000, start + 1_001_000);
            barrier(w, 1, start + 1_900_000, start + 2_000_000);
        }).done();
    }

    @Test
    void barriersCoincideAndMessagesArriveAfterTheyWereSent() throws IOException {
        AlignedIndex index = align(run(250_000, 1_020_000));
        assertThat(index.complete()).isTrue();
        assertThat(index.ranks()).extracting(AlignedIndex.AlignedRank::how).containsExactly("same_clock", "model");
        assertThat(index.ranks()).extracting(AlignedIndex.AlignedRank::known)
                .containsExactly("identity", "interpolated");
        assertThat(index.ranks().get(1).model()).isEqualTo("clocks/n1.model.json");
        assertThat(index.ranks().get(1).firstRefNs()).isEqualTo(START + 100_000);
        assertThat(index.ranks().get(1).lastRefNs()).isEqualTo(START + 2_000_000);
        assertThat(index.ranks().get(1).hiNs()).isBetween(BOUND, BOUND + 10);
        assertThat(index.pairs()).singleElement().satisfies(p -> assertThat(p.worstNs()).isBetween(BOUND, BOUND + 10));
        BarrierResiduals barriers = index.barriers();
        assertThat(barriers.collectives()).isEqualTo(2);
        assertThat(barriers.within()).isEqualTo(2);
        assertThat(barriers.beyond()).isZero();
        // In the recorded stamps, rank 1 enters 3 s after rank 0 has left.
        assertThat(barriers.before().positive()).isEqualTo(2);
        assertThat(barriers.before().max()).isEqualTo(AHEAD - 100_000.0);
        assertThat(barriers.before().min()).isEqualTo(AHEAD - 160_000.0);
        assertThat(barriers.after().positive()).isZero();
        assertThat(barriers.after().max()).isEqualTo(-50_000);
        assertThat(barriers.after().min()).isEqualTo(-100_000);
        assertThat(index.messages()).isEqualTo(new MessageOrders(1, 1, 1, 0, 0, null));
    }

    /** Checks that a deviation within the clocks' errors is no contradiction. */
    @Test
    void aReversalWithinTheBoundsIsNotImpossible() throws IOException {
        AlignedIndex index = align(run(199_500, 999_500));
        assertThat(index.messages()).isEqualTo(new MessageOrders(1, 1, 1, 1, 0, null));
        assertThat(index.barriers().after().positive()).isEqualTo(1);
        assertThat(index.barriers().after().max()).isEqualTo(500);
        assertThat(index.barriers().within()).isEqualTo(2);
    }

    @Test
    void impossibleOrdersAreCountedAndTheWorstIsNamed() throws IOException {
        AlignedIndex index = align(run(190_000, 980_000));
        assertThat(index.messages().impossible()).isEqualTo(1);
        MessageOrders.Impossible worst = index.messages().worst();
        assertThat(worst.from()).isEqualTo(1);
        assertThat(worst.to()).isZero();
        assertThat(worst.tag()).isEqualTo(7);
        assertThat(worst.refNs()).isEqualTo(START + 980_000);
        assertThat(worst.beyondNs()).isBetween(20_000 - BOUND - 10, 20_000 - BOUND);
        assertThat(index.barriers().beyond()).isEqualTo(1);
        assertThat(index.barriers().within()).isEqualTo(1);
    }

    @Test
    void onlyACopyIsCorrectedAndNoFurtherThanCausalityAsks() throws IOException {
        ClusterRun run = run(190_000, 980_000);
        byte[] before = Files.readAllBytes(dir.resolve("trace/rank-00000.mpit"));
        AlignedIndex.Correction done = AlignedRun.write(run, dir.resolve("fixed"), ProgressDisplay.NONE).corrected();
        assertThat(Files.readAllBytes(dir.resolve("trace/rank-00000.mpit"))).isEqualTo(before);
        assertThat(done).isEqualTo(new AlignedIndex.Correction(dir.resolve("fixed").toString(), 1, 1, 20_000));
        MpiTrace copy = MpiTrace.open(dir.resolve("fixed"));
        assertThat(copy.complete()).isTrue();
        assertThat(copy.header(0).metadata().path("corrected").path("note").asText())
                .contains("not as they were recorded");
        assertThat(times(copy, 0)).containsExactly(START + 200_000, START + 260_000, START + 270_000, START + 1_000_000,
                START + 1_000_000, START + 2_000_000);
        assertThat(times(copy, 1)).containsExactly(START + 100_000, START + 200_000, START + 1_000_000,
                START + 1_001_000, START + 1_900_000, START + 2_000_000);
        assertThatThrownBy(() -> AlignedRun.write(run, dir.resolve("fixed"), ProgressDisplay.NONE))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("is not empty");
    }

    private static List<Long> times(MpiTrace trace, int rank) {
        List<Long> all = new ArrayList<>();
        try (EventCursor c = trace.cursor(rank)) {
            while (c.advance()) {
                all.add(c.startNanos());
                all.add(c.endNanos());
            }
        }
        return all;
    }

    /** Checks that a rank with an unmeasured clock is named, is not judged and does not affect the others. */
    @Test
    void aRankThatIsNotAlignedIsLeftOut() throws IOException {
        ClusterRun run = new SyntheticCluster(dir).rank("head")
                .rank("n1")
                .rank("n2")
                .model("n1", AHEAD, BOUND)
                .trace(0, 0, (w, start) -> {
                    barrier(w, 0, start, start + 100);
                    w.receive(MpiOp.RECV, 2, 7, TraceWriter.WORLD, 64, start + 200, start + 300);
                })
                .trace(1, AHEAD, (w, start) -> barrier(w, 0, start, start + 100))
                .trace(2, 5 * AHEAD, (w, start) -> {
                    barrier(w, 0, start, start + 100);
                    w.send(MpiOp.SEND, 0, 7, TraceWriter.WORLD, 64, start + 200, start + 250);
                })
                .done();
        AlignedIndex index = align(run);
        assertThat(index.complete()).isFalse();
        assertThat(index.ranks().get(2).why()).isEqualTo("the clock of n2 could not be measured");
        assertThat(index.barriers().incomplete()).isEqualTo(1);
        assertThat(index.barriers().after().n()).isZero();
        assertThat(index.messages()).isEqualTo(new MessageOrders(1, 0, 1, 0, 0, null));
        assertThat(index.pairs()).filteredOn(p -> p.b().equals("n2")).hasSize(2).allMatch(p -> p.worstNs() == null);
        assertThat(dir.resolve("aligned/rank-00002-n2.events.csv")).doesNotExist();
    }

    /**
     * Checks killed ranks, whose trace has no end or is missing; a run without any trace is aligned by its recordings.
     */
    @Test
    void whatIsMissingIsSaidAndKeepsNothingElseFromBeingAligned() throws IOException {
        ClusterRun run = new SyntheticCluster(dir).rank("head")
                .missing()
                .missing()
                .trace(0, 0, (w, start) -> barrier(w, 0, start, start + 100))
                .done();
        AlignedIndex index = align(run);
        assertThat(index.ranks()).extracting(AlignedIndex.AlignedRank::why)
                .containsExactly(null, "it never reported", "it never reported");
        assertThat(index.ranks().get(0).events()).isEqualTo("aligned/rank-00000-head.events.csv");
        assertThat(index.barriers().incomplete()).isEqualTo(1);
        assertThat(index.remarks()).contains("rank 1 is missing: no readable file of it");
        assertThat(index.complete()).isFalse();
        assertThat(Alignment.of(run).comparability().finestNanos(1, 2, START)).isInfinite();
        Files.write(dir.resolve("trace/rank-00000.mpit"), new byte[10]);
        AlignedIndex damaged = align(run);
        assertThat(damaged.messages()).isNull();
        assertThat(damaged.remarks()).singleElement().asString().startsWith("no trace: ");
        assertThatThrownBy(() -> AlignedRun.write(run, dir.resolve("fixed"), ProgressDisplay.NONE))
                .hasMessageContaining("no message trace that can be read");
    }

    @Test
    void theCommandWritesTablesAndSaysHowWell() throws IOException {
        run(250_000, 1_020_000);
        PrintStream stdout = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            assertThat(Main.execute("align", dir.toString())).isZero();
            assertThat(out.toString(StandardCharsets.UTF_8)).contains("hosts can be compared to within 1 us",
                    "received before they were sent: 1 as recorded, 0 aligned, 0 beyond",
                    "possible within the clocks' intervals: 2, impossible: 0");
            out.reset();
            assertThat(Main.execute("align", dir.toString(), "--json")).isZero();
            JsonNode printed = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
            JsonNode file = new ObjectMapper().readTree(dir.resolve("aligned/index.json").toFile());
            assertThat(printed).isEqualTo(file);
            assertThat(file.path("ranks").path(1).path("events").asText())
                    .isEqualTo("aligned/rank-00001-n1.events.csv");
        } finally {
            System.setOut(stdout);
        }
        List<String> rows = Files.readAllLines(dir.resolve("aligned/rank-00001-n1.events.csv"));
        assertThat(rows).hasSize(4);
        assertThat(rows.get(2))
                .startsWith("0,MPI_Send,send,0,7,00000001,64," + (START + 1_000_000) + "," + (START + 1_001_000) + ",")
                .endsWith(",interpolated");
        assertThat(Main.execute("align", dir.resolve("trace").toString())).isEqualTo(2);
    }
}
