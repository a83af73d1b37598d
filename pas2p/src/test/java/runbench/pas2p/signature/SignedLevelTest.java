package runbench.pas2p.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.predict.Prediction;
import runbench.pas2p.synthetic.PlantedTrace;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TraceWriter;

/**
 * Signatures of levels of the hierarchy, for an iteration of five short steps and one step whose volume grows fourfold
 * over the run.
 */
class SignedLevelTest {
    private static final int RANKS = 3;
    private static final int ITERATIONS = 400;
    private static final int STEPS = 5;
    @TempDir
    private Path dir;
    private MpiTrace traced;
    private PhaseHierarchy hierarchy;

    @BeforeEach
    void analyse() throws IOException {
        traced = trace("here", 1, 1, 1);
        hierarchy = PhaseHierarchy.of(PhaseAnalysis.of(traced, PhaseOptions.DEFAULT, Progress.NONE));
    }

    private MpiTrace trace(String name, double compute, double network, long seed) throws IOException {
        Path directory = Files.createDirectory(dir.resolve(name));
        for (int rank = 0; rank < RANKS; rank++) {
            SplittableRandom random = new SplittableRandom(seed);
            try (TraceWriter writer = new TraceWriter(directory, rank, RANKS, Map.of("source", "test", "host", "h"))) {
                writer.communicator(TraceWriter.WORLD, RANKS, rank, 0x77);
                writer.init(0, 1000);
                long now = 1000;
                int serial = 0;
                for (int i = 0; i < ITERATIONS; i++) {
                    for (int s = 0; s < STEPS; s++) {
                        now = step(writer, MpiOp.ALLREDUCE, serial++, 8, now, compute * noise(random), network);
                    }
                    long bytes = (long) (1000 * Math.pow(4, (double) i / ITERATIONS));
                    now = step(writer, MpiOp.BCAST, serial++, bytes, now, 4 * compute * noise(random),
                            network * bytes / 1000);
                    now = step(writer, MpiOp.BARRIER, serial++, 0, now, 2 * compute * noise(random), network);
                }
                writer.finalizeAt(now);
                writer.end(Map.of());
            }
        }
        return MpiTrace.open(directory);
    }

    private static double noise(SplittableRandom random) {
        return 1 + 0.04 * random.nextGaussian();
    }

    /**
     * Writes one step and returns its end, ns.
     *
     * @param compute time to compute, ms
     * @param network time on the network, tenths of milliseconds
     */
    private static long step(TraceWriter writer, MpiOp op, int serial, long bytes, long now, double compute,
            double network) throws IOException {
        long start = now + (long) (1e6 * compute);
        long end = start + (long) (1e5 * network);
        writer.collective(op, op == MpiOp.BCAST ? 0 : -1, TraceWriter.WORLD, serial, bytes, start, end);
        return end;
    }

    private Signature build(SignedLevel level) {
        return SignatureBuilder.build(traced, level, SignatureOptions.DEFAULT, "traced", List.of(), "test",
                Progress.NONE);
    }

    @Test
    void theTopIsMadeOfIterations() throws IOException {
        Signature s = build(SignedLevel.top(hierarchy));
        assertThat(s.trace().level()).isEqualTo("top");
        Signature.SignedPhase iteration = s.phases().get(0);
        assertThat(iteration.label()).isEqualTo("H1");
        assertThat(iteration.weight()).isBetween(ITERATIONS - 2L, (long) ITERATIONS);
        assertThat(iteration.strata().stream().mapToLong(Signature.Stratum::weight).sum())
                .isEqualTo(iteration.weight());
        assertThat(s.trace().coveredS()).isGreaterThan(0.98 * s.trace().teaS());
        // Each rank has seven collective operations in an iteration.
        assertThat(s.measure()).hasSizeGreaterThan(5)
                .allSatisfy(w -> assertThat(w.end()[0] - w.start()[0]).isEqualTo(STEPS + 2));
        assertThat(s.runShare()).isLessThan(0.05);
        MeasuredSignature same = SignatureBuilderTest.measured(s, traced);
        assertThat(same.samples()).allSatisfy(o -> assertThat(o.measuredS()).isCloseTo(o.traceS(), within(1e-9)));
        Prediction there = Prediction.of(SignatureBuilderTest.measured(s, trace("there", 1.7, 2, 2)));
        assertThat(there.error()).as("%.4f s for %.4f s", there.predictedS(), there.actual().seconds())
                .isLessThan(0.03);
    }

    @Test
    void levelWithEarlyPhasesIsSelected() throws IOException {
        SignedLevel phases = SignedLevel.ofPhases(hierarchy.analysis());
        SignedLevel best = SignedLevel.best(hierarchy, RANKS, SignatureOptions.DEFAULT);
        assertThat(build(phases).warnings()).as("volumes of most of the run come later")
                .anyMatch(w -> w.contains("is not measured"));
        assertThat(best.expectedError(best.plan(RANKS, SignatureOptions.DEFAULT)))
                .isLessThan(phases.expectedError(phases.plan(RANKS, SignatureOptions.DEFAULT)) / 2);
        Signature s = build(best);
        assertThat(s.trace().level()).isNotEqualTo("phases");
        assertThat(s.warnings()).noneMatch(w -> w.contains("is not measured"));
        Prediction there = Prediction.of(SignatureBuilderTest.measured(s, trace("there", 1.7, 2, 2)));
        assertThat(there.error()).isLessThan(0.03);
        assertThat(there.holds()).isTrue();
    }

    @Test
    void levelBeyondTheDeepestIsTheDeepest() {
        Signature s = build(SignedLevel.numbered(hierarchy, 99));
        assertThat(s.trace().level()).isEqualTo("level " + hierarchy.depth());
        assertThat(s.phases()).anyMatch(p -> p.label().startsWith("P") && p.label().contains("+"));
    }

    @Test
    void repeatedPhasesAreSignedIndividually() throws IOException {
        Path directory = Files.createDirectory(dir.resolve("plain"));
        PlantedTrace.write(new PlantedTrace.Plan(4, 20_000, 1, 1), directory);
        MpiTrace plain = MpiTrace.open(directory);
        PhaseAnalysis analysis = PhaseAnalysis.of(plain, PhaseOptions.DEFAULT, Progress.NONE);
        SignedLevel best = SignedLevel.best(PhaseHierarchy.of(analysis), plain.locations(), SignatureOptions.DEFAULT);
        assertThat(best.name()).isEqualTo(SignedLevel.PHASES);
    }
}
