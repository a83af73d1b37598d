package runbench.pas2p.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;

/** Real MPI programs under the interposer. */
@Tag("machine")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
abstract class InterposedProgram {
    static final Path HOME = MpiPrograms.HOME;

    @TempDir
    Path directory;

    static List<String> launch(String mpi, int ranks, String... words) {
        List<String> command = new ArrayList<>(
                List.of("timeout", "50", "mpirun." + mpi, "-np", Integer.toString(ranks)));
        command.addAll(List.of(words));
        return command;
    }

    MpiTrace trace(String mpi, int ranks, String... words) throws IOException, InterruptedException {
        TracedProcess process = new TracedProcess(HOME, launch(mpi, ranks, words), directory)
                .output(directory.resolve("output.txt"));
        assertThat(process.run()).as(() -> output()).isZero();
        assertThat(process.flavour()).isEqualTo(mpi);
        return MpiTrace.open(directory);
    }

    String output() {
        try {
            return Files.readString(directory.resolve("output.txt"));
        } catch (IOException e) {
            return "no output";
        }
    }

    static PhaseAnalysis analyse(MpiTrace trace) {
        return PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE);
    }
}
