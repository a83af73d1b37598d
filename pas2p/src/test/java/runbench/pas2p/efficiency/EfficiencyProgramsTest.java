package runbench.pas2p.efficiency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.progress.Progress;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.TracedProcess;

/** Real MPI programs of 4 ranks that sleep: their efficiencies are known whatever the machine computes beside them. */
@Tag("machine")
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class EfficiencyProgramsTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home", "..")).toAbsolutePath().normalize();
    private static final Path PROGRAM = HOME.resolve("native/build/mpitrace/test/efficiency-openmpi");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"imbalance, 0.625, 0.625, 1, 1, 1", "chain, 0.25, 1, 0.25, 0.25, 1"})
    void areWithinOnePointOfArithmetic(String kind, double parallel, double balance, double communication, double serialisation,
            double transfer) throws Exception {
        assumeTrue(Files.isExecutable(PROGRAM) && Files.exists(TracedProcess.library(HOME, "openmpi")),
                PROGRAM + " was not built (Debian: libopenmpi-dev; then make -C native)");
        TracedProcess process = new TracedProcess(HOME, List.of("env", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                "OMPI_MCA_rmaps_base_oversubscribe=1", "timeout", "60", "mpirun.openmpi", "-np", "4", PROGRAM.toString(), kind, "3",
                "300"), directory).output(directory.resolve("output.txt"));
        assertThat(process.run()).isZero();
        MpiTrace trace = MpiTrace.open(directory);
        Efficiencies e = EfficiencyAnalysis.of(trace, PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE), Progress.NONE).run();
        assertThat(new double[] {e.parallel(), e.loadBalance(), e.communication(), e.serialisation(), e.transfer()}).as(e.toString())
                .containsExactly(new double[] {parallel, balance, communication, serialisation, transfer}, within(0.01));
    }
}
