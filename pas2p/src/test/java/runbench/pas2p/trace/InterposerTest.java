package runbench.pas2p.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.parser.Progress;
import runbench.parser.RunbenchException;
import runbench.pas2p.interop.Otf2Import;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;

/** Real MPI programs under the interposer. */
@Tag("machine")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class InterposerTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home", "..")).toAbsolutePath().normalize();

    @TempDir
    Path directory;

    private static Path program(String name, String mpi) {
        Path program = HOME.resolve("native/build/mpitrace/test/" + name + "-" + mpi);
        assumeTrue(Files.isExecutable(program) && Files.exists(TracedProcess.library(HOME, mpi)),
                program + " was not built (MPI missing? Debian: libopenmpi-dev, libmpich-dev, gfortran; then make -C native)");
        return program;
    }

    private static List<String> launch(String mpi, int ranks, String... words) {
        List<String> command = new ArrayList<>(List.of("env", "OMPI_ALLOW_RUN_AS_ROOT=1",
                "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "OMPI_MCA_rmaps_base_oversubscribe=1", "timeout", "50", "mpirun." + mpi,
                "-np", Integer.toString(ranks)));
        command.addAll(List.of(words));
        return command;
    }

    private MpiTrace trace(String mpi, int ranks, String... words) throws IOException, InterruptedException {
        TracedProcess process = new TracedProcess(HOME, launch(mpi, ranks, words), directory)
                .output(directory.resolve("output.txt"));
        assertThat(process.run()).as(() -> output()).isZero();
        assertThat(process.flavour()).isEqualTo(mpi);
        return MpiTrace.open(directory);
    }

    private String output() {
        try {
            return Files.readString(directory.resolve("output.txt"));
        } catch (IOException e) {
            return "no output";
        }
    }

    private static PhaseAnalysis analyse(MpiTrace trace) {
        return PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE);
    }

    /** Sends and collectives of each program are known: iterations * (what its source does). */
    @ParameterizedTest
    @CsvSource({
        "calls,   openmpi, 4, 186, 144", "calls,   openmpi, 3, 141, 108", "calls, mpich, 2, 96, 72",
        "fortran, openmpi, 3, 75,  45",  "fortran, mpich,   2, 50,  30",
        "f08,     openmpi, 3, 30,  30",  "f08,     mpich,   2, 20,  20"})
    void everyCallIsSeenOnceAndMatches(String name, String mpi, int ranks, long sends, long collectives) throws Exception {
        MpiTrace trace = trace(mpi, ranks, program(name, mpi).toString());
        assertThat(output()).contains(name + ": ok");
        assertThat(trace.remarks()).isEmpty();
        assertThat(trace.complete()).isTrue();
        assertThat(trace.sends()).isEqualTo(sends);
        assertThat(trace.receives()).isEqualTo(sends);
        assertThat(trace.collectives()).isEqualTo(collectives);
        PhaseAnalysis analysis = analyse(trace);
        assertThat(analysis.sweep().unmatched()).as(analysis.sweep().examples().toString()).isZero();
        assertThat(analysis.sweep().events()).isEqualTo(trace.events());
    }

    @Test
    void knownPhasesAreFoundWithTheirWeightsAndTimes() throws Exception {
        MpiTrace trace = trace("openmpi", 4, program("phases", "openmpi").toString(), "6", "5", "4");
        PhaseAnalysis analysis = analyse(trace);
        assertThat(analysis.phases()).hasSize(2);
        assertThat(analysis.phases().get(0).weight()).isEqualTo(30);
        assertThat(analysis.phases().get(1).weight()).isEqualTo(12);
        // Sleeps bound times from below; from above only the machine's load does.
        assertThat(analysis.phases().get(0).frontierNanos()).isGreaterThan(30 * 3_900_000L);
        assertThat(analysis.phases().get(1).frontierNanos()).isGreaterThan(12 * 1_900_000L);
        assertThat(analysis.coverage()).isGreaterThan(0.95);
    }

    @Test
    void withoutTheCpuClockComputeTimeIsWallTime() throws Exception {
        String program = program("phases", "openmpi").toString();
        TracedProcess process = new TracedProcess(HOME, launch("openmpi", 2, program, "2", "2", "10"), directory)
                .output(directory.resolve("output.txt")).cpuClock(false);
        assertThat(process.run()).isZero();
        MpiTrace trace = MpiTrace.open(directory);
        long compute = analyse(trace).phases().stream().mapToLong(p -> p.computeNanos()).sum();
        assertThat(compute).isGreaterThan(2 * 40_000_000L);
        assertThat(trace.header(0).metadata().get("cpu_clock").asText()).startsWith("none");
    }

    @Test
    void softwareEventsAreCountedOutsideMpi() throws Exception {
        String program = program("calls", "openmpi").toString();
        TracedProcess process = new TracedProcess(HOME, launch("openmpi", 2, program), directory)
                .output(directory.resolve("output.txt")).events("page-faults=1:2,context-switches=1:3");
        assertThat(process.run()).isZero();
        MpiTrace trace = MpiTrace.open(directory);
        String error = trace.header(0).metadata().path("events_error").asText("");
        assumeTrue(error.isEmpty(), "perf events cannot be opened here: " + error);
        assertThat(trace.header(0).metadata().get("events_mode").asText()).contains("outside MPI");
        EventCounts counts = EventCounts.of(trace, 0);
        assertThat(counts.names()).containsExactly("page-faults", "context-switches");
        assertThat(counts.size()).isEqualTo(trace.eventsOf(0) + counts.starts());
        assertThat(trace.countedEvents()).isEqualTo(counts.names());
        long inPhases = analyse(trace).phases().stream().mapToLong(p -> p.counts()[0]).sum();
        long onRanks = EventCounts.of(trace, 1).value(EventCounts.of(trace, 1).size() - 1, 0)
                + counts.value(counts.size() - 1, 0);
        assertThat(inPhases).isPositive().isLessThanOrEqualTo(onRanks);
        for (int i = 1; i < counts.size(); i++) {
            assertThat(counts.value(i, 0)).isGreaterThanOrEqualTo(counts.value(i - 1, 0));
        }
    }

    @Test
    void aRankKilledInTheMiddleLeavesWhatWasTraced() throws Exception {
        String program = program("phases", "openmpi").toString();
        List<String> command = launch("openmpi", 4, program, "100000", "5", "1");
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
        Thread.sleep(700);
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

    private long pidOfRank(int rank) throws InterruptedException {
        Path file = TraceFormat.fileOf(directory, rank);
        for (int i = 0; i < 400; i++) {
            try {
                return RankHeader.read(file).metadata().get("pid").asLong();
            } catch (RunbenchException notYet) {
                Thread.sleep(50);
            }
        }
        throw new AssertionError("rank " + rank + " never began: " + output());
    }

    /** A tmpfs of 1 MiB in a mount namespace of its own, gone with its last process. */
    @Test
    void aFullDiskEndsTheTraceAndNotTheProgram() throws Exception {
        String program = program("selfsend", "openmpi").toString();
        Path full = Files.createDirectory(directory.resolve("full"));
        assumeTrue(mounts(full), "no tmpfs can be mounted in a mount namespace of one's own here (unshare -m, mount -t tmpfs)");
        String script = "mount -t tmpfs -o size=1m none '" + full + "' && RB_MPITRACE_DIR='" + full + "' LD_PRELOAD='"
                + TracedProcess.library(HOME, "openmpi") + "' " + String.join(" ", launch("openmpi", 1, program, "100000"))
                + " && cp '" + full + "'/*.mpit '" + directory + "'";
        Process process = new ProcessBuilder("unshare", "-m", "sh", "-c", script).redirectErrorStream(true)
                .redirectOutput(directory.resolve("output.txt").toFile()).start();
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
            return new ProcessBuilder("unshare", "-m", "mount", "-t", "tmpfs", "-o", "size=1m", "none", where.toString())
                    .redirectErrorStream(true).start().waitFor() == 0;
        } catch (IOException noUnshare) {
            return false;
        }
    }

    @Test
    void anOtf2TraceOfTheSameProgramHasTheSamePhases() throws Exception {
        String program = program("phases", "openmpi").toString();
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/eztrace")), "eztrace is not installed (Debian: eztrace)");
        assumeTrue(Files.isExecutable(Otf2Import.converter(HOME)),
                "the OTF2 converter was not built (Debian: libopen-trace-format2-dev)");
        PhaseAnalysis ours = analyse(trace("openmpi", 4, program, "6", "5", "1"));
        Path other = Files.createDirectory(directory.resolve("eztrace"));
        Process process = new ProcessBuilder(launch("openmpi", 4, "eztrace", "-t", "openmpi", program, "6", "5", "1"))
                .directory(other.toFile()).redirectErrorStream(true).redirectOutput(other.resolve("out.txt").toFile()).start();
        assertThat(process.waitFor()).isZero();
        Path imported = Files.createDirectory(other.resolve("imported"));
        Otf2Import.run(HOME, other.resolve("phases-openmpi_trace/eztrace_log.otf2"), imported);
        PhaseAnalysis theirs = analyse(MpiTrace.open(imported));
        assertThat(theirs.sweep().unmatched()).isZero();
        assertThat(described(theirs)).isEqualTo(described(ours));
    }

    private static List<String> described(PhaseAnalysis analysis) {
        return analysis.phases().stream().map(p -> p.name() + " " + p.weight() + " " + p.ticks()).toList();
    }

    @Test
    void manyMoreRanksThanProcessors() throws Exception {
        MpiTrace trace = trace("openmpi", 16, program("phases", "openmpi").toString(), "2", "3", "1");
        assertThat(trace.ranks()).isEqualTo(16);
        PhaseAnalysis analysis = analyse(trace);
        assertThat(analysis.sweep().unmatched()).isZero();
        assertThat(analysis.phases().stream().mapToLong(p -> p.weight()).boxed().toList()).isEqualTo(List.of(6L, 4L));
        assertThat(IntStream.range(0, 16).allMatch(trace::complete)).isTrue();
    }
}
