package runbench.pas2p.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.pas2p.trace.MpiOp;
import runbench.pas2p.trace.TraceWriter;

/** The message after Ctrl-C says what was kept. */
class TracedRunTest {
    private static final List<String> COMMAND = List.of("mpirun", "-np", "2", "./app");

    @TempDir
    private Path dir;

    private RunbenchException interrupted() throws IOException {
        RunbenchException failure = TracedRun.interrupted(COMMAND, dir);
        assertThat(failure.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(failure.getMessage()).startsWith("interrupted while mpirun -np 2 ./app was traced; ");
        return failure;
    }

    /** Writes the ranks' files as a killed program leaves them: without an end. */
    private void partialTrace() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            try (TraceWriter writer = new TraceWriter(dir, rank, 2, Map.of("source", "test"))) {
                writer.communicator(TraceWriter.WORLD, 2, rank, 0x1234);
                writer.init(0, 1000);
                for (int i = 0; i < 3; i++) {
                    long at = 10_000L * (i + 1);
                    if (rank == 0) {
                        writer.send(MpiOp.SEND, 1, 0, TraceWriter.WORLD, 8, at, at + 1000);
                    } else if (i < 2) {
                        writer.receive(MpiOp.RECV, 0, 0, TraceWriter.WORLD, 8, at, at + 1000);
                    }
                }
                writer.collective(MpiOp.BARRIER, -1, TraceWriter.WORLD, 0, 0, 50_000, 51_000);
                writer.seal();
            }
        }
    }

    @Test
    void eventsBeforeTheInterruptAreKept() throws IOException {
        partialTrace();
        RunbenchException failure = interrupted();
        assertThat(failure.getMessage())
                .endsWith("3 sends, 2 receives and 2 collectives of 2 ranks were kept in " + dir);
        assertThat(failure.remedy()).contains("runbench pas2p analyze " + dir);
    }

    @Test
    void programThatHadNotStartedLeavesNothing() throws IOException {
        assertThat(interrupted().getMessage()).endsWith("no rank left a trace in " + dir);
        assertThat(interrupted().remedy()).as("there is nothing to analyse").isEmpty();
    }

    @Test
    void damagedFilesAreNamed() throws IOException {
        Files.writeString(dir.resolve("rank-00000.mpit"), "not a trace");
        assertThat(interrupted().getMessage()).contains("its files in " + dir + " are not readable: ");
    }
}
