package runbench.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.clock.NodeClocks;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.ReferenceTime;
import runbench.cli.Main;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines.NodeClockError;
import runbench.pas2p.trace.TraceWriter;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;
import runbench.sync.model.WindowModel;

@Tag("scenario")
@Tag("beside")
class NodeClocksTest {
    /** Lead of node b's realtime clock, ns. */
    private static final long AHEAD = 5_000_000;
    private static final long EPOCH = 1_700_000_000_000_000_000L;

    @TempDir
    private Path dir;
    private MpiTrace trace;

    @BeforeEach
    void write() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            // Both barriers happen at one reference time; each node counts from its own boot.
            long boot = 1_000L * (rank + 1);
            long shift = EPOCH + (rank == 1 ? AHEAD : 0) - boot;
            try (TraceWriter w = new TraceWriter(dir, rank, 2,
                    Map.of("host", rank == 0 ? "a" : "b", "realtime_minus_clock_ns", shift))) {
                w.communicator(TraceWriter.WORLD, 2, rank, 1);
                w.init(boot, boot + 10);
                w.collective(MpiOp.BARRIER, -1, TraceWriter.WORLD, 0, 0, boot + 20, boot + 30);
                w.finalizeAt(boot + 40);
                w.end(Map.of());
            }
        }
        trace = MpiTrace.open(dir);
    }

    private Path model(String node, String reference, String source) throws IOException {
        return model(node, reference, source, EPOCH, AHEAD);
    }

    private Path model(String node, String reference, String source, long x0, long ahead) throws IOException {
        Path file = dir.resolve(node + ".model.json");
        WindowModel window = new WindowModel(x0, ahead, 0, 0, 10, 1e-9, -100, 100, -1e-7, 1e-7, 20_000, 100, "hull",
                "kernel", null, null);
        ModelFile.write(file, new NodeModel(node, reference, source, 1e-7, List.of(window)), 1000);
        return file;
    }

    @Test
    void ranksOfTwoNodesMeetInTheReferencesTime() throws IOException {
        MpiTrace one = trace.in(NodeClocks.of(trace, List.of(model("b", "a", "realtime"))));
        assertThat(one.initEndNanos(0)).isEqualTo(EPOCH + 10);
        assertThat(one.initEndNanos(1)).isEqualTo(EPOCH + 10);
        assertThat(one.endNanos(1)).isEqualTo(EPOCH + 40);
    }

    /** Checks that a model of CLOCK_MONOTONIC, which stamps the traces, needs no wall clock for the conversion. */
    @Test
    void modelsOfTheTracesOwnClockAreTakenAsTheyAre() throws IOException {
        // b starts to count 1000 ns before a.
        MpiTrace one = trace.in(NodeClocks.of(trace, List.of(model("b", "a", "monotonic", 1_000, 1_000))));
        assertThat(one.initEndNanos(0)).isEqualTo(1_010);
        assertThat(one.initEndNanos(1)).isEqualTo(1_010);
        assertThat(one.endNanos(1)).isEqualTo(1_040);
    }

    @Test
    void modelsOfDifferentClocksAreNotMixed() throws IOException {
        List<Path> mixed = List.of(model("b", "a", "monotonic"), model("c", "a", "realtime"));
        assertThatThrownBy(() -> NodeClocks.of(trace, mixed)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("a model of the clock realtime, another is of the clock monotonic");
    }

    /** Checks that the trace contains the error of each node's times; a time without its error has no use. */
    @Test
    void theClocksErrorsAreKept() throws IOException {
        assertThat(trace.clocks().errors()).isEmpty();
        MpiTrace one = trace.in(NodeClocks.of(trace, List.of(model("b", "a", "realtime"))));
        assertThat(one.clocks().errors()).extracting(NodeClockError::node).containsExactly("a", "b");
        NodeClockError reference = one.clocks().errors().get(0);
        assertThat(reference.errStatNanos()).isZero();
        assertThat(reference.how()).isEqualTo(ReferenceTime.How.IDENTITY);
        NodeClockError b = one.clocks().errors().get(1);
        assertThat(b.errStatNanos()).isBetween(10.0, 10.1);
        assertThat(b.loNanos()).isBetween(-101.0, -99.0);
        assertThat(b.hiNanos()).isBetween(99.0, 101.0);
        assertThat(b.how()).isEqualTo(ReferenceTime.How.PREDICTED);
    }

    @Test
    void nodesWithoutAModelAndOtherClocksAreRefused() throws IOException {
        Path other = model("c", "a", "realtime");
        assertThatThrownBy(() -> NodeClocks.of(trace, List.of(other))).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("no clock model of node 'b'");
        Path tsc = model("b", "a", "tsc at 2500 MHz");
        assertThatThrownBy(() -> NodeClocks.of(trace, List.of(tsc))).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("tsc");
    }

    @Test
    void theAnalysisSaysTheLargestErrorAndOfWhichNode() throws IOException {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            String model = model("b", "a", "realtime").toString();
            assertThat(Main.execute("pas2p", "analyze", dir.toString(), "--clock-model", model)).isZero();
            assertThat(out.toString(StandardCharsets.UTF_8)).contains(
                    "clocks of 2 nodes: largest err_stat 10 ns (b, predicted), widest interval -100 ns to +100 ns "
                            + "(b, predicted)\n");
            out.reset();
            assertThat(Main.execute("pas2p", "analyze", dir.toString())).isZero();
            assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("err_stat");
        } finally {
            System.setOut(before);
        }
    }
}
