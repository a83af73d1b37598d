package runbench.pas2p.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.progress.Progress;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.MpiTrace;

@Tag("scenario")
@Tag("beside")
class PlantedTraceTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"4, 20000, 8, 1", "16, 50000, 10, 2", "64, 100000, 8, 3", "256, 150000, 4, 4", "7, 30000, 6, 5"})
    void plantedPhasesAreFound(int ranks, long events, int phases, long seed) throws IOException {
        PlantedTrace.Truth truth = PlantedTrace.write(new PlantedTrace.Plan(ranks, events, phases, seed), directory);
        PhaseAnalysis analysis = PhaseAnalysis.of(MpiTrace.open(directory), PhaseOptions.DEFAULT, Progress.NONE);
        assertThat(analysis.sweep().events()).isEqualTo(truth.events());
        assertThat(analysis.sweep().unmatched()).isZero();
        assertThat(analysis.sweep().ticks()).isEqualTo(truth.ticks());
        Recovery recovery = Recovery.of(truth, analysis.occurrences(), analysis.sweep().ticks());
        assertThat(recovery.precision()).isGreaterThan(0.95);
        assertThat(recovery.recall()).isGreaterThan(0.95);
        long tiled = analysis.phases().stream().mapToLong(Phase::frontierNanos).sum() + analysis.residualNanos();
        assertThat(tiled).isEqualTo(analysis.runNanos());
    }

    @Test
    void searchWithoutRepetitionIsLimitedAndReportsIt() throws IOException {
        long events = IrregularTrace.write(8, 60_000, 1, directory);
        PhaseAnalysis analysis = PhaseAnalysis.of(MpiTrace.open(directory), PhaseOptions.DEFAULT, Progress.NONE);
        assertThat(analysis.sweep().events()).isEqualTo(events);
        assertThat(analysis.limitedSearches()).isPositive();
        long tiled = analysis.phases().stream().mapToLong(Phase::frontierNanos).sum() + analysis.residualNanos();
        assertThat(tiled).isEqualTo(analysis.runNanos());
    }
}
