package runbench.pas2p.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.progress.Progress;
import runbench.pas2p.Scripted;
import runbench.pas2p.block.Similarity;
import runbench.pas2p.phase.Phase.CutNumbers;
import runbench.pas2p.phase.RankPhases.PartCollector;
import runbench.pas2p.predict.PredictedPhase.PredictedTime;
import runbench.pas2p.trace.CallSites;
import runbench.pas2p.trace.Communicators;

/** Similarity between phases: figures 3.20 to 3.27 of the PAS2P thesis, and its tables 4.1 and 4.2. */
class ThesisPhaseTest {
    @TempDir
    Path directory;

    static List<String> described(List<Phase> phases, PhaseOccurrences occurrences, int ticks) {
        List<String> described = new ArrayList<>();
        for (Phase phase : phases) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < occurrences.size(); i++) {
                if (occurrences.phase(i) == phase.id()) {
                    int end = (i + 1 < occurrences.size() ? occurrences.startTick(i + 1) : ticks) - 1;
                    text.append('[').append(occurrences.startTick(i)).append('-').append(end).append("] ");
                }
            }
            described.add(text + "w" + phase.weight());
        }
        return described;
    }

    /** Analyses rows of types (0: no event) of equal volumes, one column per tick. */
    private static PhaseFinder find(boolean byTicks, String... processes) {
        PhaseFinder finder = new PhaseFinder(processes.length, Similarity.DEFAULT, byTicks, 1000,
                new EmptyCommunicators().get(), 0, 0, new PartCollector(new OrderedTicks(0), 0));
        int ticks = processes[0].split(" ").length;
        TickRow row = new TickRow(processes.length);
        for (int t = 0; t < ticks; t++) {
            row.size = 0;
            row.tick = t;
            for (int p = 0; p < processes.length; p++) {
                long type = Long.parseLong(processes[p].split(" ")[t]);
                if (type != 0) {
                    row.rank[row.size] = p;
                    row.type[row.size] = type;
                    row.bytes[row.size] = 100;
                    row.startNanos[row.size] = 10L * t;
                    row.endNanos[row.size++] = 10L * t + 5;
                }
            }
            row.computeHashes();
            finder.accept(row);
        }
        finder.finish();
        return finder;
    }

    private record EmptyCommunicators() {
        Communicators get() {
            return new Communicators();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void figuresThreeTwentyToThreeTwentyFive(boolean byTicks) {
        PhaseFinder finder = find(byTicks, "0 2 3 4 2 3 4 2 3 4 3", "1 0 0 0 0 0 0 0 0 0 0", "1 0 0 0 0 0 0 0 0 0 0",
                "1 0 0 0 0 0 0 0 0 0 0");
        assertThat(described(finder.named(new int[]{0, 1, 2, 3}, CallSites.NONE), finder.occurrences(), 11))
                .containsExactly("[0-0] w1", "[1-3] [4-6] [7-9] w3", "[10-10] w1");
    }

    @Test
    void smgIsOnePhaseOfWeightTwoAsInFigureThreeTwentySeven() {
        String[] twice = {"2 -2 -3 -4 3 4 2 -2 -3 -4 3 4", "1 -1 3 -3 -4 4 1 -1 3 -3 -4 4",
                "1 2 -1 -2 4 -4 1 2 -1 -2 4 -4", "1 2 3 -1 -2 -3 1 2 3 -1 -2 -3"};
        PhaseAnalysis analysis = PhaseAnalysis.of(Scripted.trace(directory, 20, twice), PhaseOptions.DEFAULT,
                Progress.NONE);
        assertThat(described(analysis.phases(), analysis.occurrences(), 6)).containsExactly("[0-2] [3-5] w2");
        CutNumbers second = analysis.phases().get(0).cuts().get(1);
        assertThat(second.start()).containsExactly(3, 3, 3, 3);
        assertThat(second.end()).containsExactly(6, 6, 6, 6);
    }

    @Test
    void occurrencesTileTheRun() {
        PhaseAnalysis analysis = PhaseAnalysis.of(Scripted.trace(directory, 20, "2 * 2 * -2", "1 * 1 * -1"),
                PhaseOptions.DEFAULT, Progress.NONE);
        long sum = analysis.phases().stream().mapToLong(Phase::frontierNanos).sum();
        assertThat(sum + analysis.residualNanos()).isEqualTo(analysis.runNanos());
        assertThat(analysis.residualNanos()).isPositive();
    }

    @Test
    void predictionOfTablesFourOneAndFourTwo() {
        double pte = PredictedTime.seconds(new double[]{0.00289738, 0.0980623}, new long[]{3952, 1976});
        assertThat(pte).isCloseTo(205.221, within(0.0015));
        assertThat(PredictedTime.error(pte, 208.146)).isCloseTo(0.01405, within(0.00001));
    }
}
