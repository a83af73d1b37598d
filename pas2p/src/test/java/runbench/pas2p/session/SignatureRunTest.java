package runbench.pas2p.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.home.HostName;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.PlannedSignature;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.trace.CutFile;
import runbench.pas2p.trace.MpiPrograms;
import runbench.pas2p.trace.TracedProcess;

/** Real MPI programs that stop at cuts where a stop is difficult. */
@Tag("machine")
@Tag("beside")
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class SignatureRunTest {
    private static final Path HOME = MpiPrograms.HOME;

    @TempDir
    Path directory;

    private List<String> launch(String mpi, int ranks, Path program, String... words) {
        List<String> command = new ArrayList<>(
                List.of("sh", "-c", "exec \"$@\" > " + directory.resolve("output.txt") + " 2>&1", "sh", "timeout", "50",
                        "mpirun." + mpi, "-np", Integer.toString(ranks), program.toString()));
        command.addAll(List.of(words));
        return command;
    }

    private SignatureRun.Outcome run(Path program, String mpi, int ranks, boolean full, List<long[]> cuts,
            String... words) throws IOException {
        return run(launch(mpi, ranks, program, words), program, mpi, full, cuts, words);
    }

    private SignatureRun.Outcome run(List<String> command, Path program, String mpi, boolean full, List<long[]> cuts,
            String... words) throws IOException {
        List<String> line = new ArrayList<>(List.of(program.toString()));
        line.addAll(List.of(words));
        Path file = directory.resolve("sig.json");
        SignatureFiles.write(PlannedSignature.of(PlannedSignature.program(line, program, List.of()), "", cuts), file);
        return SignatureRun.run(new SignatureRun.Request(HOME, file, command, directory.resolve("measured"), mpi, full,
                false, false, Duration.ofSeconds(40)), ProgressDisplay.NONE);
    }

    private String output() throws IOException {
        return Files.readString(directory.resolve("output.txt"));
    }

    /** Returns the cut of a round of test/stops.c. Before its first round, a program has one event, MPI_Comm_split. */
    private static long[] cut(String kind, int round) {
        long one = 1L + round;
        long two = 1 + 2L * round;
        return switch (kind) {
            // The wave is in progress: the ranks in the middle wait for a message that the last rank has not sent.
            case "pipeline" -> new long[]{one + 1, two + 1, two + 1, one};
            // The even ranks send messages that the odd ranks have not requested.
            case "rendezvous" -> new long[]{two + 2, two + 1, two + 2, two + 1};
            case "requests" -> new long[]{two + 1, two + 1, two + 1, two + 1};
            // The other ranks have not begun to receive.
            default -> new long[]{1 + 3L * (round + 1), 1, 1, 1};
        };
    }

    @ParameterizedTest
    @CsvSource({"pipeline, openmpi", "rendezvous, mpich", "requests, openmpi", "uneven, openmpi"})
    void allRanksEndQuietlyAtACutWithoutWaiting(String kind, String mpi) throws IOException {
        SignatureRun.Outcome outcome = run(MpiPrograms.program("stops", mpi), mpi, 4, false,
                List.of(cut(kind, 3), cut(kind, 4), cut(kind, 20)), kind, "1000000");
        assertThat(outcome.failure()).isEmpty();
        assertThat(output()).isEmpty();
        MeasuredSignature measured = outcome.measured();
        assertThat(measured.stopped()).isTrue();
        assertThat(measured.samples()).hasSize(2).allSatisfy(s -> assertThat(s.ranks().get(0).wallS()).isPositive());
        // If only the first rank works, the last rank to leave MPI_Init is the frontier of all cuts.
        assertThat(measured.stopS()).isGreaterThanOrEqualTo(measured.initS());
        assertThat(measured.completedS()).isNull();
        assertThat(measured.forced()).isFalse();
        assertThat(SignatureFiles.measured(outcome.folder()).samples()).isEqualTo(measured.samples());
    }

    /**
     * Checks a first rank that, by its number of events alone, would end before a barrier that the other rank must
     * pass.
     */
    @Test
    void rankWithAnAdditionalMessageEndsAtTheTracedPosition() throws IOException {
        Path program = MpiPrograms.program("stops", "openmpi");
        String[] words = {"requests", "1000000"};
        SignatureRun.Outcome traced = run(program, "openmpi", 2, false, List.of(new long[]{39, 39}, new long[]{41, 41}),
                words);
        assertThat(traced.failure()).isEmpty();
        List<String> contents = IntStream.range(0, 2)
                .mapToObj(r -> CutFile.read(CutFile.fileOf(traced.folder(), r)).cuts().get(41L).content())
                .map(Long::toHexString)
                .toList();
        List<String> line = List.of(program.toString(), words[0], words[1]);
        Path file = directory.resolve("sig.json");
        SignatureFiles
                .write(PlannedSignature.repeated(PlannedSignature.of(PlannedSignature.program(line, program, List.of()),
                        "", List.of(new long[]{39, 39}, new long[]{40, 41})), contents), file);
        SignatureRun.Outcome outcome = SignatureRun.run(
                new SignatureRun.Request(HOME, file, launch("openmpi", 2, program, words), directory.resolve("again"),
                        "openmpi", false, false, false, Duration.ofSeconds(40)),
                ProgressDisplay.NONE);
        assertThat(outcome.failure()).isEmpty();
        assertThat(outcome.measured().stopped()).isTrue();
        assertThat(CutFile.read(CutFile.fileOf(outcome.folder(), 0)).cuts().get(40L).content())
                .isEqualTo(Long.parseUnsignedLong(contents.get(0), 16));
    }

    @Test
    void programThatContinuesIsTimedToItsEnd() throws IOException {
        SignatureRun.Outcome outcome = run(MpiPrograms.program("durations", "openmpi"), "openmpi", 2, true,
                List.of(new long[]{5, 5}, new long[]{7, 7}, new long[]{9, 9}), "regular", "40", "5");
        assertThat(outcome.failure()).isEmpty();
        assertThat(output()).contains("durations: regular: 0.200000 s planned");
        // Sleeps are a lower bound of the times; only the machine's load limits them from above.
        assertThat(outcome.measured().completedS()).isGreaterThan(0.2);
        assertThat(outcome.measured().stopS() + outcome.measured().finalizeS())
                .isCloseTo(outcome.measured().completedS(), offset(1e-9));
        assertThat(outcome.measured().stopped()).isFalse();
        assertThat(outcome.measured().samples()).hasSize(2);
        assertThat(outcome.measured().samples().get(0).ranks())
                .allSatisfy(r -> assertThat(r.computeS() + r.mpiS()).isCloseTo(r.wallS(), offset(0.002)));
    }

    /** Checks that after a wrong word on the command line the corrected command may use the same folder. */
    @Test
    void commandWithoutRanksLeavesNoFiles() throws IOException {
        Path program = MpiPrograms.program("durations", "openmpi");
        List<String> command = List.of("sh", "-c", "exit 7", program.toString());
        assertThatThrownBy(() -> run(command, program, "openmpi", false, List.of(new long[]{5, 5}, new long[]{7, 7})))
                .isInstanceOfSatisfying(RunbenchException.class,
                        e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BENCHMARK_FAILED))
                .hasMessageContaining("ended with status 7 before all ranks had started");
        assertThat(directory.resolve("measured")).doesNotExist();
    }

    @Test
    void programThatEndsEarlyKeepsItsMeasurements() throws IOException {
        SignatureRun.Outcome outcome = run(MpiPrograms.program("durations", "openmpi"), "openmpi", 2, false,
                List.of(new long[]{5, 5}, new long[]{7, 7}, new long[]{900, 900}), "regular", "5", "2");
        assertThat(outcome.failure()).get()
                .extracting(RunbenchException::exitCode)
                .isEqualTo(ExitCode.BENCHMARK_FAILED);
        assertThat(outcome.measured().samples()).hasSize(1);
        assertThat(outcome.measured().missing()).singleElement()
                .extracting(MeasuredSignature.Missing::occurrence)
                .isEqualTo(1L);
        assertThat(output()).contains("durations: ");
    }

    /**
     * Checks a program traced with one thread per rank: the other threads' sends are not counted, so no figure would be
     * right.
     */
    @Test
    void programWithConcurrentlySendingThreadsIsRejected() {
        Path program = MpiPrograms.program("threads", "openmpi");
        List<String> command = new ArrayList<>(launch("openmpi", 2, Path.of("env"), "OMPI_MCA_mpi_yield_when_idle=1"));
        command.addAll(List.of(program.toString(), "2", "1000"));
        assertThatThrownBy(() -> run(command, program, "openmpi", false,
                List.of(new long[]{1, 1}, new long[]{2, 2}, new long[]{900, 900}), "2", "1000"))
                .isInstanceOfSatisfying(RunbenchException.class, e -> {
                    assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE);
                    assertThat(e.remedy()).get().asString().contains("one thread a rank");
                })
                .hasMessageContaining("calls MPI from several threads");
        assertThat(directory.resolve("measured")).doesNotExist();
    }

    @Test
    void differentNumberOfRanksIsRejectedInMpiInit() {
        Path program = MpiPrograms.program("durations", "openmpi");
        assertThatThrownBy(() -> run(program, "openmpi", 3, false, List.of(new long[]{5, 5}, new long[]{7, 7}),
                "regular", "1000000", "5"))
                .isInstanceOfSatisfying(RunbenchException.class,
                        e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageContaining("is of 2 ranks, and 3 were started");
        assertThat(directory.resolve("measured/rank-00000.cuts")).doesNotExist();
    }

    /**
     * Returns a launcher for two hosts. Odd ranks are on a host with another name, whose clock is {@code aheadSeconds}
     * ahead. Without {@code shared}, that host does not have the folder that the head writes to.
     */
    private List<String> onTwoHosts(long aheadSeconds, boolean shared, Path program, String... words) {
        List<String> command = new ArrayList<>(launch("openmpi", 4, Path.of("sh")));
        command.addAll(List.of("-c",
                "if [ $((OMPI_COMM_WORLD_RANK % 2)) = 0 ]; then exec \"$@\"; fi; exec unshare --uts --mount --time "
                        + "--monotonic " + aheadSeconds + " --fork sh -c 'hostname far; "
                        + (shared ? "" : "mount -t tmpfs none " + directory.resolve("measured") + "; ")
                        + "exec \"$@\"' sh \"$@\"",
                "sh", program.toString()));
        command.addAll(List.of(words));
        return command;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void timesOfSeveralHostsAreCollectedWithoutComparingClocks(boolean shared) throws Exception {
        long ahead = 1000;
        assumeTrue(
                new ProcessBuilder("unshare", "--uts", "--mount", "--time", "--monotonic", "1", "--fork", "true")
                        .redirectErrorStream(true)
                        .start()
                        .waitFor() == 0,
                "no hosts in namespaces with clocks of their own can be made here (root? Linux 5.6?)");
        Path program = MpiPrograms.program("durations", "openmpi");
        SignatureRun.Outcome outcome = run(onTwoHosts(ahead, shared, program, "regular", "40", "5"), program, "openmpi",
                false, List.of(new long[]{5, 5, 5, 5}, new long[]{7, 7, 7, 7}, new long[]{9, 9, 9, 9},
                        new long[]{15, 15, 15, 15}),
                "regular", "40", "5");
        assertThat(outcome.failure()).isEmpty();
        assertThat(output()).isEmpty();
        MeasuredSignature measured = outcome.measured();
        assertThat(measured.hosts()).containsExactly(HostName.own(), "far");
        assertThat(measured.mapping()).isEqualTo("2 x 2");
        assertThat(measured.machines()).allSatisfy(m -> {
            assertThat(m.machine().processors()).isPositive();
            assertThat(m.machine().kernel()).isEqualTo("Linux " + System.getProperty("os.version"));
            assertThat(m.machine().memoryBytes()).isGreaterThan(1 << 28);
            assertThat(m.mpi()).contains("Open MPI");
        });
        assertThat(measured.samples()).hasSize(3);
        assertThat(measured.clock().hosts()).isEqualTo(2);
        List<CutFile> ranks = IntStream.range(0, 4)
                .mapToObj(r -> CutFile.read(CutFile.fileOf(outcome.folder(), r)))
                .toList();
        assertThat(ranks).allMatch(CutFile::complete);
        LongUnaryOperator truth = number -> IntStream.range(0, 4)
                .mapToLong(r -> ranks.get(r).cuts().get(number).nanos() - r % 2 * ahead * 1_000_000_000L)
                .max()
                .orElseThrow();
        assertThat(measured.samples().get(1).measuredS()).isCloseTo((truth.applyAsLong(9) - truth.applyAsLong(7)) / 1e9,
                offset(measured.clock().occurrenceErrorS() + 1e-9));
        assertThat(measured.stopS()).isCloseTo((truth.applyAsLong(15) - truth.applyAsLong(0)) / 1e9,
                offset(measured.clock().errorS() + 1e-9));
        assertThat(measured.remarks()).anyMatch(r -> r.endsWith("not on far"));
    }

    /** Checks a rank that would continue without the others. They wait for it, so the program would never end. */
    @Test
    void aHostWithoutTheInterposerIsNamed() throws Exception {
        assumeTrue(new ProcessBuilder("unshare", "--uts", "--mount", "true").redirectErrorStream(true)
                .start()
                .waitFor() == 0, "no hosts in namespaces can be made here (root?)");
        Path program = MpiPrograms.program("durations", "openmpi");
        Path libraries = TracedProcess.library(HOME, "openmpi").getParent();
        Path far = script("far", "hostname far; mount --bind " + directory + " " + libraries + "; exec \"$@\"");
        Path rank = script("rank",
                "[ $OMPI_COMM_WORLD_RANK = 0 ] && exec \"$@\"; exec unshare --uts --mount " + far + " \"$@\"");
        Path launcher = script("launcher", "exec timeout 50 mpirun.openmpi -np 2 " + rank + " \"$@\"");
        Path elsewhere = Files.copy(program, directory.resolve(program.getFileName()));
        List<String> line = List.of(elsewhere.toString(), "regular", "40", "5");
        List<String> command = Stream.concat(Stream.of(launcher.toString()), line.stream()).toList();
        Path file = directory.resolve("sig.json");
        SignatureFiles.write(PlannedSignature.of(PlannedSignature.program(line, elsewhere, List.of()), "",
                List.of(new long[]{5, 5}, new long[]{7, 7})), file);
        assertThatThrownBy(
                () -> SignatureRun.run(
                        new SignatureRun.Request(HOME, file, command, directory.resolve("measured"), "openmpi", false,
                                false, false, Duration.ofSeconds(40), directory.resolve("output.txt")),
                        ProgressDisplay.NONE))
                .isInstanceOfSatisfying(RunbenchException.class,
                        e -> assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE))
                .hasMessageContaining("no interposer on far: " + libraries);
        assertThat(directory.resolve("measured")).doesNotExist();
    }

    private Path script(String name, String text) throws IOException {
        Path file = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + text + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
