package runbench.pas2p.hierarchy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.pas2p.efficiency.SimulatedRun;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.MpiOp;

/** V-cycles of simulated programs on eight ranks, and programs that resemble one. */
class LevelCycleTest {
    private static final int RANKS = 8;
    private static final int ITERATIONS = 12;

    @TempDir
    private Path dir;

    private interface Passage {
        void run(SimulatedRun run) throws IOException;
    }

    private String described(Passage passage) throws IOException {
        SimulatedRun run = new SimulatedRun(dir, RANKS, 1_000, 100);
        for (int i = 0; i < ITERATIONS; i++) {
            passage.run(run);
        }
        PhaseHierarchy hierarchy = PhaseHierarchy.of(PhaseAnalysis.of(run.end(), PhaseOptions.DEFAULT, Progress.NONE));
        assertThat(hierarchy.iterations()).isBetween(ITERATIONS - 3L, (long) ITERATIONS);
        return hierarchy.iteration().activity();
    }

    /** Exchanges messages with both neighbours at a distance, on a ring of the ranks that are its multiples. */
    private static void halo(SimulatedRun run, int distance, long bytes) throws IOException {
        for (int rank = 0; rank < RANKS; rank += distance) {
            run.compute(rank, 10_000);
            run.send(rank, (rank + distance) % RANKS, bytes);
            run.send(rank, (rank + RANKS - distance) % RANKS, bytes);
        }
        for (int rank = 0; rank < RANKS; rank += distance) {
            run.receive(rank, (rank + RANKS - distance) % RANKS);
            run.receive(rank, (rank + distance) % RANKS);
        }
    }

    private static void pairs(SimulatedRun run, int bit, long bytes) throws IOException {
        for (int rank = 0; rank < RANKS; rank++) {
            run.compute(rank, 10_000);
            run.send(rank, rank ^ bit, bytes);
        }
        for (int rank = 0; rank < RANKS; rank++) {
            run.receive(rank, rank ^ bit);
        }
    }

    private static Passage halos(long... bytes) {
        return run -> {
            for (long size : bytes) {
                halo(run, 1, size);
            }
            run.collective(MpiOp.ALLREDUCE, -1);
        };
    }

    @Test
    void smallerAndLargerAgainIsAVCycle() throws IOException {
        assertThat(described(halos(65_536, 16_384, 4_096, 1_024, 4_096, 16_384, 65_536))).hasSizeLessThanOrEqualTo(100)
                .startsWith("V-cycle over 4 levels: halo exchange with 2 neighbours, 65.5 kB to 1.02 kB");
    }

    @Test
    void passageMayBeginOnTheWayUp() throws IOException {
        assertThat(described(halos(1_024, 4_096, 16_384, 4_096))).startsWith("V-cycle over 3 levels");
    }

    @Test
    void partnersOfCoarseLevelsMayDiffer() throws IOException {
        assertThat(described(run -> {
            halo(run, 1, 40_000);
            halo(run, 1, 10_000);
            halo(run, 2, 2_000);
            halo(run, 2, 500);
            halo(run, 2, 2_000);
            halo(run, 1, 10_000);
            run.collective(MpiOp.ALLREDUCE, -1);
        })).startsWith(
                "V-cycle over 4 levels: halo exchange with 2 neighbours, 40 kB to 500 B, others from level 3 on");
    }

    @Test
    void twoSizesAreNone() throws IOException {
        assertThat(described(halos(8_000, 2_000))).doesNotContain("V-cycle");
    }

    @Test
    void descentWithoutAscentIsNone() throws IOException {
        assertThat(described(halos(8_000, 2_000, 500))).doesNotContain("V-cycle");
    }

    @Test
    void wCycleIsNoVCycle() throws IOException {
        assertThat(described(halos(8_000, 2_000, 500, 2_000, 500, 2_000))).doesNotContain("V-cycle");
    }

    @Test
    void butterflyIsNone() throws IOException {
        // An Allreduce by recursive halving and doubling: the sizes alone are those of a V-cycle.
        assertThat(described(run -> {
            pairs(run, 4, 40_000);
            pairs(run, 2, 20_000);
            pairs(run, 1, 10_000);
            pairs(run, 2, 20_000);
            pairs(run, 4, 40_000);
            run.collective(MpiOp.BARRIER, -1);
        })).doesNotContain("V-cycle");
    }

    @Test
    void solversWithoutLevelsAreNone() throws IOException {
        // Alternating directions: sizes of faces, forward and backward in each direction, as in NAS BT.
        assertThat(described(run -> {
            halo(run, 1, 2_880);
            for (int bit : new int[]{1, 2, 4}) {
                pairs(run, bit, 11_800);
                pairs(run, bit, 1_960);
            }
        })).doesNotContain("V-cycle");
    }

    @Test
    void wavefrontsAreNone() throws IOException {
        assertThat(described(run -> {
            for (long bytes : new long[]{8_000, 2_000, 500, 2_000}) {
                for (int rank = 0; rank < RANKS; rank++) {
                    run.compute(rank, 10_000);
                    if (rank > 0) {
                        run.receive(rank, rank - 1);
                    }
                    if (rank < RANKS - 1) {
                        run.send(rank, rank + 1, bytes);
                    }
                }
            }
            run.collective(MpiOp.ALLREDUCE, -1);
        })).doesNotContain("V-cycle");
    }
}
