package runbench.pas2p.hierarchy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.pas2p.Recorded;
import runbench.pas2p.Scripted;
import runbench.pas2p.hierarchy.PhaseGroup.PhasePart;
import runbench.pas2p.efficiency.SimulatedRun;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.MpiOp;

/** A multigrid solver: one untimed V cycle and four timed ones, each over the levels of its grid. */
@Tag("scenario")
@Tag("beside")
class PhaseHierarchyTest {
    @TempDir
    private static Path dir;
    private static PhaseAnalysis analysis;
    private static PhaseHierarchy hierarchy;

    @BeforeAll
    static void analyse() {
        analysis = PhaseAnalysis.of(Recorded.multigrid(dir), PhaseOptions.DEFAULT, Progress.NONE);
        hierarchy = PhaseHierarchy.of(analysis);
    }

    @Test
    void iterationIsOnePhaseWithItsWeight() {
        PhaseGroup iteration = hierarchy.iteration();
        assertThat(iteration.weight()).isEqualTo(5);
        assertThat(hierarchy.iterations()).as("timed ones").isEqualTo(4);
        assertThat(iteration.oddOnes()).as("the last one is followed by a norm").isEqualTo(1);
        assertThat(hierarchy.shareOf(iteration.times())).isGreaterThan(0.8);
        assertThat(iteration.description()).contains("40 x each rank sends to itself",
                "80 x pairwise exchange, 32 B to 68.6 kB");
        assertThat(iteration.activity())
                .isEqualTo("V-cycle over 7 levels: halo exchange with 2 neighbours, 68.6 kB to 96 B, ...");
        assertThat(iteration.parts()).hasSizeLessThan(10)
                .allSatisfy(p -> assertThat(p.group().description()).doesNotContain("V-cycle"));
    }

    @Test
    void topIsShortAndCoversMoreOfTheRun() {
        List<PhasePart> top = hierarchy.top().phases();
        assertThat(analysis.phases()).hasSize(28);
        assertThat(top).hasSizeLessThanOrEqualTo(10);
        assertThat(hierarchy.coverage(top)).isGreaterThan(0.985).isGreaterThan(analysis.coverage());
    }

    @Test
    void eachLevelCoversTheRunWithoutGaps() {
        long phases = analysis.phases().stream().mapToLong(Phase::frontierNanos).sum();
        for (int level = 1; level <= hierarchy.depth(); level++) {
            tiles(hierarchy.level(level), phases);
        }
        tiles(hierarchy.top(), phases);
        assertThat(hierarchy.level(99).size()).as("the deepest: phases of the trace")
                .isEqualTo(analysis.occurrences().size());
    }

    private static void tiles(PhaseLevel level, long nanos) {
        int at = 0;
        for (int i = 0; i < level.size(); i++) {
            assertThat(level.start(i)).isEqualTo(at);
            at = level.end(i);
            assertThat(at).isGreaterThan(level.start(i));
        }
        assertThat(at).isEqualTo(analysis.occurrences().size());
        assertThat(level.phases().stream().mapToLong(p -> p.times().nanos()).sum()).isEqualTo(nanos);
    }

    @Test
    void partsSumToTheWhole() {
        for (PhaseGroup group : hierarchy.groups()) {
            long parts = group.parts().stream().mapToLong(p -> p.times().nanos()).sum();
            assertThat(parts).as(group.label()).isLessThanOrEqualTo(group.times().nanos());
            if (group.isSequence() && group.oddOnes() == 0) {
                assertThat(parts).as(group.label()).isEqualTo(group.times().nanos());
            }
        }
    }

    @Test
    void runMatchesItself() {
        for (PartPairs.Pair pair : PartPairs.of(hierarchy, hierarchy)) {
            assertThat(pair.same()).isEqualTo(PartPairs.Same.NAME);
            assertThat(pair.first().group()).isSameAs(pair.second().group());
        }
    }

    @Test
    void aRunWithoutRepetitionHasNoIteration(@TempDir Path other) {
        PhaseAnalysis once = PhaseAnalysis.of(Scripted.trace(other, "2 -2", "1 -1"), PhaseOptions.DEFAULT,
                Progress.NONE);
        PhaseHierarchy flat = PhaseHierarchy.of(once);
        assertThat(flat.iteration()).isNull();
        assertThat(flat.top().size()).isEqualTo(once.occurrences().size());
    }

    @Test
    void iterationIsThePassageOfTheMainLoop(@TempDir Path other) throws IOException {
        SimulatedRun run = new SimulatedRun(other, 2, 0, 100);
        for (int i = 0; i < 6; i++) {
            for (int k = 0; k < 3; k++) {
                run.compute(0, 20_000_000);
                run.collective(MpiOp.BARRIER, -1);
            }
            run.collective(MpiOp.BCAST, 0);
        }
        for (int i = 0; i < 50; i++) {
            for (int k = 0; k < 2; k++) {
                run.compute(1, 1_000_000);
                run.send(0, 1, 500);
                run.receive(1, 0);
            }
            run.collective(MpiOp.ALLREDUCE, -1);
        }
        PhaseHierarchy loops = PhaseHierarchy.of(PhaseAnalysis.of(run.end(), PhaseOptions.DEFAULT, Progress.NONE));
        PhaseGroup iteration = loops.iteration();
        assertThat(loops.shareOf(iteration.times())).as("the initialisation takes longer").isBetween(0.1, 0.4);
        assertThat(loops.iterations()).isEqualTo(loops.mainLoop().orElseThrow().passages()).isBetween(48L, 50L);
        assertThat(iteration.description()).contains("Allreduce");
        assertThat(loops.top().phases()).extracting(PhasePart::group).contains(iteration);
    }
}
