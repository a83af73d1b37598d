package runbench.pas2p.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.pas2p.Scripted;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.predict.ActualTime;
import runbench.pas2p.synthetic.ScalingTraces;
import runbench.pas2p.trace.MpiTrace;

/** Predictions for other numbers of ranks, of traces with known laws. */
class ScalingPredictionTest {
    private static final ScalingTraces APPLICATION = new ScalingTraces(p -> 40, p -> 0.002 + 0.08 / p,
            p -> 0.0005 * Math.log(p) / Math.log(2), p -> 0.0004 * p, 0);

    @TempDir
    Path directory;

    private List<ScaledRun> runs(ScalingTraces program, long seed, int... ranks) throws IOException {
        List<ScaledRun> runs = new ArrayList<>();
        for (int r : ranks) {
            runs.add(run(program, directory.resolve("run-" + r + "-" + seed), r, seed * 1000 + r));
        }
        return runs;
    }

    @Test
    void phasesFollowTheirOwnLaws() throws Exception {
        ScalingPrediction s = ScalingPrediction.of(runs(APPLICATION, 1, 16, 4, 8), 32,
                new ActualTime(APPLICATION.seconds(32), "truth"));
        double truth = APPLICATION.seconds(32);
        assertThat(s.runs()).extracting(ScaledRun::ranks).containsExactly(4, 8, 16);
        assertThat(s.predictedS()).isCloseTo(truth, within(0.05 * truth));
        assertThat(s.intervalS()[0]).isLessThan(truth);
        assertThat(s.intervalS()[1]).isGreaterThan(truth);
        assertThat(s.holds()).isTrue();
        assertThat(s.error()).isCloseTo(s.predictedS() / truth - 1, within(1e-12));
        assertThat(s.phases()).allSatisfy(p -> {
            assertThat(p.weight().value()).isEqualTo(p.weights().get(0).doubleValue());
            assertThat(p.weight().deviation()).isZero();
        });
        // The phases and the rest tile the predicted run.
        assertThat(s.phases().stream().mapToDouble(ScalingPrediction.ScalingPhase::timeS).sum() + s.rest().value())
                .isCloseTo(s.predictedS(), within(1e-9));
    }

    @Test
    void numberBetweenTheTracedOnesIsInterpolated() throws Exception {
        ScalingPrediction s = ScalingPrediction.of(runs(APPLICATION, 1, 4, 8, 32), 16, null);
        double truth = APPLICATION.seconds(16);
        assertThat(s.predictedS()).isCloseTo(truth, within(0.05 * truth));
        assertThat(ScalingReport.remarks(s).get(0)).startsWith("INTERPOLATED: phases with 16 ranks");
        assertThat(ScalingReport.fields(s)).containsEntry("extrapolated", false);
        assertThat(ScalingPrediction.of(runs(APPLICATION, 2, 4, 8), 3, null).isInterpolated()).isFalse();
    }

    @Test
    void moreRunsNarrowTheInterval() throws Exception {
        ScalingPrediction two = ScalingPrediction.of(runs(APPLICATION, 1, 4, 8), 32, null);
        ScalingPrediction three = ScalingPrediction.of(runs(APPLICATION, 2, 4, 8, 16), 32, null);
        ScalingPrediction five = ScalingPrediction.of(runs(APPLICATION, 3, 2, 3, 4, 8, 16), 32, null);
        assertThat(three.relativeHalfWidth()).isLessThan(two.relativeHalfWidth());
        assertThat(five.relativeHalfWidth()).isLessThan(three.relativeHalfWidth());
        double truth = APPLICATION.seconds(32);
        assertThat(two.intervalS()[0]).isLessThan(truth);
        assertThat(two.intervalS()[1]).isGreaterThan(truth);
        assertThat(ScalingReport.remarks(two)).anyMatch(r -> r.startsWith("two numbers of ranks do not separate"));
        assertThat(ScalingReport.remarks(two)).noneMatch(r -> r.contains("beyond the traced numbers"));
        assertThat(ScalingReport.unusable(two)).hasValueSatisfying(
                u -> assertThat(u.remedy()).isEqualTo("trace another number of ranks, nearer to 32"));
    }

    /** Runs of one program differ by 5 %; nearly all intervals contain the truth. */
    @Test
    void noisyRunsWidenTheInterval() throws Exception {
        ScalingTraces noisy = new ScalingTraces(APPLICATION.steps(), APPLICATION.haloS(), APPLICATION.sumS(),
                APPLICATION.allS(), 0.05);
        double truth = noisy.seconds(32);
        int held = 0;
        for (int seed = 1; seed <= 20; seed++) {
            ScalingPrediction s = ScalingPrediction.of(runs(noisy, seed, 4, 6, 8, 16), 32, null);
            held += truth >= s.intervalS()[0] && truth <= s.intervalS()[1] ? 1 : 0;
        }
        assertThat(held).isGreaterThanOrEqualTo(17);
    }

    @Test
    void weightsGrowByTheirLaw() throws Exception {
        ScalingTraces growing = new ScalingTraces(p -> 20 + 5 * p, p -> 0.1 / p, p -> 0.001, p -> 0.01, 0);
        ScalingPrediction s = ScalingPrediction.of(runs(growing, 1, 4, 8, 16), 32, null);
        assertThat(s.predictedS()).isCloseTo(growing.seconds(32), within(0.1 * growing.seconds(32)));
        assertThat(s.phases()).anySatisfy(p -> assertThat(p.weight().value()).isCloseTo(180, within(5.0)));
    }

    /** The Alltoall is below one percent of the run with few ranks. */
    @Test
    void phaseThatIsRelevantInSomeRunsBelongsToTheRest() throws Exception {
        ScalingTraces rare = new ScalingTraces(p -> 40, p -> 0.1 / p, p -> 0.002, p -> 0.000015 * p * p, 0);
        ScalingPrediction s = ScalingPrediction.of(runs(rare, 1, 4, 8, 16), 32, null);
        assertThat(s.apart()).isNotEmpty()
                .allSatisfy(a -> assertThat(a.source()).isEqualTo("run-16-1"))
                .anySatisfy(a -> assertThat(a.activity()).contains("Alltoall"));
        assertThat(ScalingReport.remarks(s)).anyMatch(r -> r.endsWith("its time is part of the rest"));
        assertThat(s.intervalS()[1]).isGreaterThan(rare.seconds(32));
    }

    @Test
    void runOfAnotherStructureIsNotUsed() throws Exception {
        List<ScaledRun> runs = runs(APPLICATION, 1, 4, 8, 16);
        runs.add(other(directory.resolve("other"), "2 -2 2 -2 2 -2", "1 -1 1 -1 1 -1", "", ""));
        ScalingPrediction s = ScalingPrediction.of(
                runs.stream().filter(r -> r.ranks() != 4 || r.source().equals("other")).collect(Collectors.toList()),
                32, null);
        assertThat(s.runs()).extracting(ScaledRun::ranks).containsExactly(8, 16);
        assertThat(s.others()).extracting(ScaledRun::source).containsExactly("other");
        assertThat(ScalingReport.remarks(s)).anyMatch(r -> r.startsWith("other (4 ranks) is not used"));
    }

    private static ScaledRun run(ScalingTraces program, Path folder, int ranks, long seed) throws IOException {
        program.write(folder, ranks, seed);
        return analysed(folder);
    }

    private static ScaledRun other(Path folder, String... processes) throws IOException {
        Files.createDirectories(folder);
        Scripted.write(folder, 8, processes);
        return analysed(folder);
    }

    private static ScaledRun analysed(Path folder) {
        MpiTrace trace = MpiTrace.open(folder);
        return new ScaledRun(folder.getFileName().toString(), trace,
                PhaseHierarchy.of(PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE)));
    }

    @Test
    void impossiblePredictionsAreRefused() throws Exception {
        List<ScaledRun> runs = runs(APPLICATION, 1, 4, 8);
        refused(runs, 0, "no positive number");
        refused(List.of(runs.get(0), run(APPLICATION, directory.resolve("again"), 4, 7)), 32,
                "all traces have 4 ranks, which does not show how times grow");
        refused(List.of(runs.get(1), other(directory.resolve("other"), "2 -2 2 -2", "1 -1 1 -1", "", "")), 32,
                "no phase is relevant in all of other, run-8-1");
        Path cut = directory.resolve("cut");
        APPLICATION.write(cut, 6, 1);
        Files.delete(cut.resolve("rank-00003.mpit"));
        MpiTrace trace = MpiTrace.open(cut);
        refused(List.of(runs.get(0), new ScaledRun("cut", trace, runs.get(1).hierarchy())), 32,
                "cut: the trace is not whole: rank 3 is missing");
    }

    private static void refused(List<ScaledRun> runs, int ranks, String said) {
        assertThatThrownBy(() -> ScalingPrediction.of(runs, ranks, null)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining(said);
    }
}
