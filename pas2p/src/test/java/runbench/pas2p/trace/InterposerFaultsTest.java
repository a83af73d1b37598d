package runbench.pas2p.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.RunbenchException;
import runbench.pas2p.phase.PhaseAnalysis;

/** Tests of faults next to a traced program: the fault is reported, and neither the program nor the trace suffers. */
@Tag("beside")
class InterposerFaultsTest extends InterposedProgram {
    @Test
    void failedTraceLeavesNoOpenFiles() throws Exception {
        Path nowhere = directory.resolve("nowhere");
        String program = MpiPrograms.program("descriptors", "openmpi").toString();
        assertThat(new TracedProcess(HOME, launch("openmpi", 1, program), directory).events("page-faults=1:2")
                .output(directory.resolve("output.txt"))
                .run()).as(() -> output()).isZero();
        assumeTrue(output().contains("descriptors: 1"), "perf events cannot be opened here: " + output());
        assertThat(new TracedProcess(HOME, launch("openmpi", 1, program), nowhere).events("page-faults=1:2")
                .output(directory.resolve("output.txt"))
                .run()).as(() -> output()).isZero();
        assertThat(output()).contains("is not traced").contains("nowhere").contains("descriptors: 0");
    }

    @Test
    void killedRankKeepsItsTrace() throws Exception {
        String program = MpiPrograms.program("phases", "openmpi").toString();
        List<String> command = launch("openmpi", 3, program, "100000", "5", "1");
        int[] status = new int[1];
        Thread run = new Thread(() -> {
            try {
                status[0] = new TracedProcess(HOME, command, directory).output(directory.resolve("output.txt")).run();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        run.start();
        long pid = pidOfRank(2);
        awaitTrace("1000 events of rank 2", () -> MpiTrace.open(directory).eventsOf(2), events -> events >= 1000);
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        run.join();
        assertThat(status[0]).isNotZero();
        MpiTrace trace = MpiTrace.open(directory);
        assertThat(trace.complete()).isFalse();
        assertThat(trace.remarks()).anySatisfy(r -> assertThat(r).contains("rank 2").contains("without MPI_Finalize"));
        PhaseAnalysis analysis = analyse(trace);
        assertThat(analysis.sweep().unmatched()).isZero();
        assertThat(analysis.sweep().events()).isGreaterThan(500);
        assertThat(analysis.phases().get(0).weight()).isGreaterThan(50);
    }

    private long pidOfRank(int rank) {
        Path file = TraceFormat.fileOf(directory, rank);
        return awaitTrace("the header of rank " + rank, () -> RankHeader.read(file).metadata().get("pid").asLong(),
                pid -> true);
    }

    /** Reads a trace that is being written until it can be read and the condition holds. */
    private long awaitTrace(String what, Callable<Long> reading, Predicate<Long> condition) {
        return Awaitility.await(what)
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(40))
                .ignoreException(RunbenchException.class)
                .until(reading, condition);
    }

    @ParameterizedTest
    @ValueSource(strings = {"openmpi", "mpich"})
    void unconnectedProcessesKeepTheirTraces(String mpi) throws Exception {
        String program = MpiPrograms.program("phases", mpi).toString();
        String script = "for i in 1 2 3 4; do " + program
                + " 20 5 1 & all=\"$all $!\"; done; for each in $all; do wait $each || exit 1; done";
        assertThat(new TracedProcess(HOME, List.of("timeout", "50", "sh", "-c", script), directory).mpi(mpi)
                .output(directory.resolve("output.txt"))
                .run()).as(() -> output()).isZero();
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(f -> f.toString().endsWith(TraceFormat.FILE_SUFFIX)).toList();
        }
        assertThat(files).as(() -> output()).hasSize(4).allSatisfy(f -> {
            MpiTrace alone = MpiTrace.open(f);
            assertThat(alone.complete()).isTrue();
            assertThat(alone.sends()).isEqualTo(20 * 5 * 2);
        });
        assertThat(files.stream().map(f -> RankHeader.read(f).metadata().get("pid").asLong()).distinct()).hasSize(4);
        assertThatThrownBy(() -> MpiTrace.open(directory)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("4 processes are each rank 0 of an MPI_COMM_WORLD of 1 rank")
                .satisfies(e -> assertThat(((RunbenchException) e).remedy().orElseThrow()).contains("--mpi=pmi2")
                        .contains("--mpi=pmix"));
    }

    /** Mounts a tmpfs of 1 MiB in a mount namespace; it disappears with its last process. */
    @Test
    void fullDiskEndsTheTraceButNotTheProgram() throws Exception {
        String program = MpiPrograms.program("selfsend", "openmpi").toString();
        Path full = Files.createDirectory(directory.resolve("full"));
        assumeTrue(mounts(full),
                "no tmpfs can be mounted in a mount namespace of one's own here (unshare -m, mount -t tmpfs)");
        String script = "mount -t tmpfs -o size=1m none '" + full + "' && RB_MPITRACE_DIR='" + full + "' LD_PRELOAD='"
                + TracedProcess.library(HOME, "openmpi") + "' "
                + String.join(" ", launch("openmpi", 1, program, "100000")) + " && cp '" + full + "'/*.mpit '"
                + directory + "'";
        Process process = new ProcessBuilder("unshare", "-m", "sh", "-c", script).redirectErrorStream(true)
                .redirectOutput(directory.resolve("output.txt").toFile())
                .start();
        assertThat(process.waitFor()).as(() -> output()).isZero();
        assertThat(output()).contains("the trace ends here").contains("No space left on device");
        Files.delete(full);
        MpiTrace trace = MpiTrace.open(directory);
        assertThat(trace.complete()).isFalse();
        assertThat(trace.events()).isGreaterThan(5_000);
        assertThat(analyse(trace).sweep().unmatched()).isZero();
    }

    private static boolean mounts(Path where) throws InterruptedException {
        try {
            return new ProcessBuilder("unshare", "-m", "mount", "-t", "tmpfs", "-o", "size=1m", "none",
                    where.toString()).redirectErrorStream(true).start().waitFor() == 0;
        } catch (IOException noUnshare) {
            return false;
        }
    }
}
