package runbench.pas2p.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import runbench.base.progress.Progress;
import runbench.base.error.RunbenchException;
import runbench.pas2p.interop.Otf2Import;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;

/** Real MPI programs under the interposer. */
@Tag("machine")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class InterposerTest {
    private static final Path HOME = MpiPrograms.HOME;

    @TempDir
    Path directory;

    private static List<String> launch(String mpi, int ranks, String... words) {
        List<String> command = new ArrayList<>(List.of("timeout", "50", "mpirun." + mpi, "-np", Integer.toString(ranks)));
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
        MpiTrace trace = trace(mpi, ranks, MpiPrograms.program(name, mpi).toString());
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
        MpiTrace trace = trace("openmpi", 4, MpiPrograms.program("phases", "openmpi").toString(), "6", "5", "4");
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
    void threadsAreSequencesOfTheirOwn() throws Exception {
        // Threads that spin in MPI on fewer CPUs than there are of them yield to one another.
        MpiTrace trace = trace("openmpi", 2, "env", "OMPI_MCA_mpi_yield_when_idle=1", MpiPrograms.program("threads", "openmpi").toString(),
                "4", "3");
        assumeTrue(!output().contains("no MPI_THREAD_MULTIPLE"), "this MPI has no MPI_THREAD_MULTIPLE");
        assertThat(output()).contains("threads: ok");
        assertThat(trace.remarks()).isEmpty();
        assertThat(trace.complete()).isTrue();
        assertThat(trace.ranks()).isEqualTo(2);
        assertThat(trace.locations()).isEqualTo(10);
        PhaseAnalysis analysis = analyse(trace);
        // 2 ranks, 4 threads, twice 3 rounds: 14 messages and persistent ones, 3 of duplicates, 1 of a group's communicator
        assertThat(trace.sends()).isEqualTo(trace.receives()).isEqualTo(2 * 4 * 6 * (3 + 6 + 2 + 4));
        assertThat(analysis.sweep().unmatched()).as(analysis.sweep().examples().toString()).isZero();
        assertThat(analysis.sweep().otherSize()).as(analysis.sweep().sizeExamples().toString()).isZero();
        assertThat(analysis.sweep().events()).isEqualTo(trace.events());
        analysis.phases().forEach(p -> assertThat(p.mpiNanos()).isLessThanOrEqualTo(p.rankNanos()));
    }

    /** Linked with the recorder, and not under the interposer. */
    private void consume(String mpi, int ranks, String word) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(launch(mpi, ranks, MpiPrograms.program("consumers", mpi).toString(), word))
                .redirectErrorStream(true).redirectOutput(directory.resolve("output.txt").toFile());
        builder.environment().put("RB_MPITRACE_DIR", directory.toString());
        assertThat(builder.start().waitFor()).as(() -> output()).isZero();
        assertThat(output()).contains("consumers: ok");
    }

    /** The program holds a consumer that counts against what it did and what was written. */
    @ParameterizedTest
    @CsvSource({"openmpi", "mpich"})
    void everyConsumerGetsEveryEventOnce(String mpi) throws Exception {
        consume(mpi, 2, "5");
        MpiTrace trace = MpiTrace.open(directory);
        assertThat(trace.remarks()).isEmpty();
        assertThat(trace.complete()).isTrue();
        assertThat(trace.sends()).isEqualTo(trace.receives()).isEqualTo(trace.locations() * 5 * 3);
    }

    @Test
    void aConsumerThatCannotBeginLeavesTheProgramAlone() throws Exception {
        consume("openmpi", 1, "fail");
        assertThat(output()).contains("rank 0 is not traced: a consumer that fails");
    }

    @ParameterizedTest
    @CsvSource({"openmpi", "mpich"})
    void whatHasNoPlaceInTheOrderIsNamed(String mpi) throws Exception {
        MpiTrace trace = trace(mpi, 2, "env", "-C", directory.toString(), MpiPrograms.program("unordered", mpi).toString(), "5");
        assertThat(output()).contains("unordered: ok");
        assertThat(trace.notOrdered()).anySatisfy(c -> {
            assertThat(c.name()).isEqualTo("MPI_Put");
            assertThat(c.calls()).isEqualTo(10);
            assertThat(c.nanos()).isPositive();
        }).extracting(NotOrdered::name).containsExactly("MPI_Put");
        assertThat(trace.remarks()).singleElement().asString().contains("10 MPI_Put").contains("not part of the order");
        PhaseAnalysis analysis = analyse(trace);
        assertThat(analysis.sweep().unmatched()).as(analysis.sweep().examples().toString()).isZero();
        // Messages on what MPI_Comm_idup made are not taken for those of its parent.
        assertThat(analysis.sweep().otherSize()).as(analysis.sweep().sizeExamples().toString()).isZero();
        // Per round an Allreduce, the duplicate, three barriers and two fences; around them a Bcast and three duplicates, and the
        // making and the end of a window and of a file.
        assertThat(trace.collectives()).isEqualTo(2 * (8 + 5 * 7));
    }

    /** Epochs of windows, collective file access and, with MPI 4, large counts and persistent collectives have their place. */
    @ParameterizedTest
    @CsvSource({"openmpi, 3", "mpich, 2"})
    void whateverOrdersRanksIsPartOfTheOrder(String mpi, int ranks) throws Exception {
        MpiTrace trace = trace(mpi, ranks, "env", "-C", directory.toString(), MpiPrograms.program("whole", mpi).toString(), "4");
        assertThat(output()).contains("whole: ok");
        boolean four = output().contains("whole: MPI 4");
        assertThat(trace.notOrdered()).extracting(NotOrdered::name).containsExactly("MPI_Put");
        assertThat(trace.sends()).isEqualTo(trace.receives()).isEqualTo(ranks * 4L * (four ? 4 : 3));
        assertThat(trace.collectives()).isEqualTo(ranks * (5 + 4L * (four ? 14 : 7)));
        PhaseAnalysis analysis = analyse(trace);
        assertThat(analysis.sweep().unmatched()).as(analysis.sweep().examples().toString()).isZero();
        assertThat(analysis.sweep().otherSize()).isZero();
        assertThat(analysis.sweep().events()).isEqualTo(trace.events());
    }

    @Test
    void aProgramOfSessionsIsTracedWithoutMpiInit() throws Exception {
        MpiTrace trace = trace("mpich", 2, MpiPrograms.program("sessions", "mpich").toString(), "5");
        assumeTrue(!output().contains("sessions: none"), "this MPI has no sessions (MPI 4)");
        assertThat(output()).contains("sessions: ok");
        assertThat(trace.remarks()).isEmpty();
        assertThat(trace.complete()).isTrue();
        assertThat(trace.sends()).isEqualTo(trace.receives()).isEqualTo(2 * 5);
        assertThat(trace.collectives()).isEqualTo(2 * 5);
        assertThat(analyse(trace).sweep().unmatched()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"openmpi", "mpich"})
    void everyCallOfThisMpiIsWrappedOrNamedOrLocal(String mpi) throws Exception {
        Path header = HOME.resolve("native/build/mpitrace/wrappers-" + mpi + ".c.h");
        assumeTrue(Files.exists(header), header + " was not made (" + mpi + " missing?)");
        Path generator = HOME.resolve("native/mpitrace/generate.pl");
        Process process = new ProcessBuilder("perl", generator.toString(), generator.resolveSibling("calls.txt").toString(),
                header.toString()).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(directory.resolve("said").toFile()).start();
        assertThat(process.waitFor()).isZero();
        assertThat(Files.readString(directory.resolve("said"))).isEmpty();
    }

    /** Escaped, a line of 4 kB of such words filled 24 kB: beyond the end of the buffer that it was written into. */
    @Test
    void commandLinesOfAnyLengthAndEncodingAreKept() throws Exception {
        String words = "Gr\u00f6\u00dfe \u20ac \ud83d\ude00 \"quoted\"";
        String longWord = "\u00e9".repeat(50_000);
        // By a script: a byte that is no UTF-8 cannot be passed on from here, and others depend on the locale.
        Path script = Files.writeString(directory.resolve("run.sh"), "exec '" + MpiPrograms.program("descriptors", "openmpi") + "' '"
                + words + "' \"$(printf 'caf\\351')\" '" + longWord.substring(0, 1350) + "'" + " a".repeat(700) + " '" + longWord + "'");
        MpiTrace trace = trace("openmpi", 2, "sh", script.toString());
        assertThat(trace.header(1).metadata().get("program").get(1).asText()).isEqualTo(words);
        assertThat(trace.header(1).metadata().get("program").get(2).asText()).isEqualTo("caf\\xe9");
        assertThat(trace.header(1).metadata().get("program").get(3).asText()).hasSize(1350);
        String kept = trace.header(1).metadata().get("program").get(704).asText();
        assertThat(longWord).startsWith(kept);
        assertThat(kept).hasSizeGreaterThan(30_000);
        assertThat(trace.header(1).metadata().get("program_cut").asBoolean()).isTrue();
    }

    @Test
    void aTraceThatCannotBeWrittenLeavesNothingOpen() throws Exception {
        Path nowhere = directory.resolve("nowhere");
        String program = MpiPrograms.program("descriptors", "openmpi").toString();
        assertThat(new TracedProcess(HOME, launch("openmpi", 1, program), directory).events("page-faults=1:2")
                .output(directory.resolve("output.txt")).run()).as(() -> output()).isZero();
        assumeTrue(output().contains("descriptors: 1"), "perf events cannot be opened here: " + output());
        assertThat(new TracedProcess(HOME, launch("openmpi", 1, program), nowhere).events("page-faults=1:2")
                .output(directory.resolve("output.txt")).run()).as(() -> output()).isZero();
        assertThat(output()).contains("is not traced").contains("nowhere").contains("descriptors: 0");
    }

    /** MPICH and Intel MPI install their library as libmpi.so too. */
    @Test
    void theNameOfTheLibraryDoesNotTellWhoseItIs() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/cc")) || Files.isExecutable(Path.of("/usr/bin/gcc")), "no C compiler");
        Path library = Files.writeString(directory.resolve("mpi.c"), "int MPIR_Process; int MPI_Init(int *c, char ***v) { return 0; }");
        Path main = Files.writeString(directory.resolve("main.c"), "int MPI_Init(int *, char ***); int main(void) { return MPI_Init(0, 0); }");
        compile("-shared", "-fPIC", "-Wl,-soname,libmpi.so.12", "-o", directory.resolve("libmpi.so.12").toString(), library.toString());
        Path program = directory.resolve("program");
        compile("-o", program.toString(), main.toString(), directory.resolve("libmpi.so.12").toString(),
                "-Wl,-rpath," + directory);
        assertThat(MpiFlavour.of(program)).contains("mpich");
        assertThat(MpiFlavour.of(Path.of("/bin/sh").toRealPath())).isEmpty();
        for (String mpi : List.of("openmpi", "mpich")) {
            assertThat(MpiFlavour.of(MpiPrograms.program("calls", mpi))).contains(mpi);
        }
    }

    /** A program may be linked with a library of its own, and only that with an MPI, by whatever name. */
    @Test
    void whatTheProgramLinksAndWhatStartsItTellTheMpi() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/cc")) || Files.isExecutable(Path.of("/usr/bin/gcc")), "no C compiler");
        Path mpi = Files.writeString(directory.resolve("mpi.c"), "int ompi_mpi_comm_world; int PMPI_Init(void) { return 0; }");
        Path solver = Files.writeString(directory.resolve("solver.c"), "int PMPI_Init(void); int solve(void) { return PMPI_Init(); }");
        Path main = Files.writeString(directory.resolve("main.c"), "int solve(void); int main(void) { return solve(); }");
        compile("-shared", "-fPIC", "-o", directory.resolve("libvendor.so").toString(), mpi.toString());
        compile("-shared", "-fPIC", "-o", directory.resolve("libsolver.so").toString(), solver.toString(),
                directory.resolve("libvendor.so").toString(), "-Wl,-rpath," + directory);
        Path program = directory.resolve("program");
        compile("-o", program.toString(), main.toString(), directory.resolve("libsolver.so").toString(), "-Wl,-rpath," + directory);
        assertThat(MpiFlavour.of(program)).contains("openmpi");
        MpiPrograms.program("calls", "mpich");
        Path launcher = TracedProcess.find("mpirun.mpich").orElseThrow();
        assertThat(MpiFlavour.of(launcher)).isEmpty();
        assertThat(MpiFlavour.ofLauncher(launcher)).contains("mpich");
        // Slurm's launcher has the debuggers' MPIR_proctable, and starts programs of any MPI.
        Path srun = Files.writeString(directory.resolve("srun.c"), "void *MPIR_proctable; int main(void) { return MPIR_proctable != 0; }");
        compile("-o", directory.resolve("srun").toString(), srun.toString());
        assertThat(MpiFlavour.of(directory.resolve("srun"))).isEmpty();
        assertThatThrownBy(() -> new TracedProcess(HOME, List.of("env", "A=1", "mpirun.mpich", "-n", "2", program.toString()), directory).run())
                .isInstanceOf(RunbenchException.class).hasMessageContaining("launcher is of mpich").hasMessageContaining("made for openmpi");
    }

    private static void compile(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("cc"));
        command.addAll(List.of(words));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    @Test
    void withoutTheCpuClockComputeTimeIsWallTime() throws Exception {
        String program = MpiPrograms.program("phases", "openmpi").toString();
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
        String program = MpiPrograms.program("calls", "openmpi").toString();
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
        String program = MpiPrograms.program("phases", "openmpi").toString();
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
        String program = MpiPrograms.program("selfsend", "openmpi").toString();
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
        String program = MpiPrograms.program("phases", "openmpi").toString();
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
        MpiTrace trace = trace("openmpi", 16, MpiPrograms.program("phases", "openmpi").toString(), "2", "3", "1");
        assertThat(trace.ranks()).isEqualTo(16);
        PhaseAnalysis analysis = analyse(trace);
        assertThat(analysis.sweep().unmatched()).isZero();
        assertThat(analysis.phases().stream().mapToLong(p -> p.weight()).boxed().toList()).isEqualTo(List.of(6L, 4L));
        assertThat(IntStream.range(0, 16).allMatch(trace::complete)).isTrue();
    }
}
