package runbench.pas2p.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.signature.OccurrenceCuts.NewContents;
import runbench.pas2p.trace.Communicators;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceWriter;

/**
 * A program of two ranks: 200 iterations, messages in both directions until a time limit, 200 iterations of another
 * kind.
 */
class RepeatabilityTest {
    private static final long MS = 1_000_000;

    @TempDir
    Path directory;

    private MpiTrace run(String name, int ranks, int pings, long pingMillis) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(name));
        for (int r = 0; r < ranks; r++) {
            try (TraceWriter rank = new TraceWriter(folder, r, ranks, Map.of("source", "test"))) {
                rank.communicator(TraceWriter.WORLD, ranks, r,
                        Communicators.groupOf(IntStream.range(0, ranks).toArray()));
                rank.init(0, MS);
                long t = 2 * MS;
                int serial = 0;
                for (int i = 0; i < 200; i++, t += 10 * MS) {
                    rank.collective(MpiOp.ALLREDUCE, -1, TraceWriter.WORLD, serial++, 8, t, t + MS);
                    rank.collective(MpiOp.BARRIER, -1, TraceWriter.WORLD, serial++, 0, t + 2 * MS, t + 3 * MS);
                }
                for (int i = 0; i < pings; i++, t += pingMillis * MS) {
                    rank.collective(MpiOp.ALLGATHER, -1, TraceWriter.WORLD, serial++, 64, t, t + MS / 2);
                }
                for (int i = 0; i < 200; i++, t += 10 * MS) {
                    rank.collective(MpiOp.ALLTOALL, -1, TraceWriter.WORLD, serial++, 64, t, t + MS);
                    rank.collective(MpiOp.ALLREDUCE, -1, TraceWriter.WORLD, serial++, 8, t + 2 * MS, t + 3 * MS);
                }
                rank.finalizeAt(t);
                rank.end(Map.of());
            }
        }
        return MpiTrace.open(folder);
    }

    private Signature signature(MpiTrace trace, double within, String... others) {
        PhaseAnalysis analysis = PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE);
        Repeatability runs = Repeatability.of(trace, List.of(others).stream().map(directory::resolve).toList(),
                analysis.options().rule(), Progress.NONE);
        SignatureOptions options = new SignatureOptions(0.03, 0.95, within);
        return SignatureBuilder.build(trace,
                SignedLevel.best(PhaseHierarchy.of(analysis), trace.locations(), options, runs), options, "first",
                List.of(), "", Progress.NONE);
    }

    @Test
    void differingStretchesAreExcludedAndCountingResumes() throws IOException {
        MpiTrace first = run("first", 2, 300, 4);
        run("second", 2, 400, 3);
        Signature s = signature(first, 1, "second");
        assertThat(s.repeated().stretches()).hasSize(2).allSatisfy(stretch -> {
            assertThat(stretch.from()).isEqualTo(400);
            assertThat(stretch.to()).isEqualTo(716);
        });
        assertThat(s.measure()).isNotEmpty()
                .allSatisfy(w -> assertThat(w.end()[0] <= 400 || w.start()[0] >= 716)
                        .as("%d to %d", w.start()[0], w.end()[0])
                        .isTrue());
        assertThat(s.measure()).anySatisfy(w -> assertThat(w.start()[0]).isGreaterThan(716));
        assertThat(CutPlan.text(s, false)).contains(" ?716:" + s.repeated().stretches().get(0).content());
        // Two kinds of events alternate: the event before the stop last occurred at the cut before the stop.
        assertThat(s.repeated().stopContents()).hasSize(2).doesNotContainNull();
        assertThat(CutPlan.text(s, false)).contains(" ?" + s.stop()[0] + ":" + s.stopContent(0) + "!");
        assertThat(CutPlan.text(s, true)).contains(" ?" + s.stop()[0] + ":" + s.stopContent(0)).doesNotContain("!");
        assertThat(CutPlan.stop(s, s.measure().get(0).end())).as("another stop")
                .doesNotContain(":" + s.stopContent(0) + "!");
    }

    @Test
    void newContentSinceTheLastCutMarksTheStop() {
        NewContents contents = new NewContents(2);
        contents.add(5);
        contents.add(7);
        assertThat(contents.latestIsNew()).isTrue();
        contents.add(5);
        assertThat(contents.latestIsNew()).as("it would be found too early").isFalse();
        contents.clear();
        assertThat(contents.latestIsNew()).as("there is no event to wait for").isFalse();
        contents.add(5);
        assertThat(contents.latestIsNew()).isTrue();
    }

    @Test
    void excludedTimeAfterTheStopIsPredictedAsTraced() throws IOException {
        MpiTrace first = run("first", 2, 300, 4);
        run("second", 2, 400, 3);
        Signature s = signature(first, 0.1, "second");
        assertThat(s.stop()[0]).isLessThan(400);
        assertThat(s.repeated().apartS()).isEqualTo(1.2, offset(0.1));
        assertThat(s.repeated().behindS()).isEqualTo(1.2, offset(0.1));
        assertThat(s.repeated().behindErrorS()).isEqualTo(0.05 * s.repeated().behindS(), offset(0.03));
        assertThat(s.trace().restS() + s.repeated().apartS()).isLessThan(s.trace().teaS() - s.trace().prefixS());
        assertThat(CutPlan.text(s, false)).as("nothing is sought before the stop")
                .doesNotContainPattern("\\?\\d+:[0-9a-f]+[ +]");
    }

    /** Checks messages with a constant number of milliseconds each: more messages take longer. */
    @Test
    void firstPassagesOfAConvergingLoopRepeat() throws IOException {
        MpiTrace first = run("first", 2, 300, 4);
        run("second", 2, 400, 4);
        assertThat(signature(first, 1, "second").repeated().stretches())
                .allSatisfy(stretch -> assertThat(stretch.from()).isEqualTo(700));
    }

    @Test
    void equalRunsAreMeasuredAsOne() throws IOException {
        MpiTrace first = run("first", 2, 300, 4);
        run("second", 2, 300, 5);
        Signature s = signature(first, 1, "second");
        assertThat(s.repeated().stretches()).isEmpty();
        assertThat(s.repeated().behindS()).isZero();
        assertThat(s.tracedRuns()).isEqualTo(2);
        assertThat(s.tracedS()).as("300 messages of a millisecond more")
                .isEqualTo(2 * s.trace().teaS() + 0.3, offset(1e-6));
    }

    @Test
    void runIsRejectedAsItsOwnRepetition() throws IOException {
        MpiTrace first = run("first", 2, 3, 4);
        assertThatThrownBy(() -> signature(first, 1, "first")).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("the same run");
    }

    @Test
    void runWithDifferentRanksIsRejected() throws IOException {
        MpiTrace first = run("first", 2, 3, 4);
        run("second", 3, 3, 4);
        assertThatThrownBy(() -> signature(first, 1, "second")).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("of 3 ranks");
    }
}
