package runbench.pas2p.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.pas2p.signature.CutPlan;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.PlannedSignature;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.trace.CutFile;
import runbench.pas2p.trace.MpiPrograms;
import runbench.pas2p.trace.TracedProcess;

/** Real MPI programs that pause after cuts and, if a CRIU is available, are copied there and restored. */
@Tag("machine")
@Tag("beside")
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class CheckpointRunTest {
    @TempDir
    Path directory;

    private Signature signature(Path program, List<String> line, List<long[]> cuts) throws IOException {
        return PlannedSignature.of(PlannedSignature.program(line, program, List.of()), "", cuts);
    }

    /**
     * Checks large messages that are in transfer at the cut while their receivers are paused: MPI must continue
     * meanwhile.
     */
    @ParameterizedTest
    @CsvSource({"openmpi", "mpich"})
    void allRanksPauseAfterACutAndContinueWithAnotherPlan(String mpi) throws Exception {
        Path program = MpiPrograms.program("stops", mpi);
        List<String> line = List.of(program.toString(), "requests", "1000000");
        Signature signature = signature(program, line, List.of(new long[]{14, 14}, new long[]{20, 20}));
        Path plan = Files.writeString(directory.resolve("cuts.plan"), CutPlan.pause(signature, new long[]{8, 8}, 1));
        Path go = Files.createFile(directory.resolve("cuts.go"));
        Process process = new TracedProcess(MpiPrograms.HOME,
                Stream.concat(Stream.of("timeout", "50", "mpirun." + mpi, "-np", "2"), line.stream()).toList(),
                directory).mpi(mpi)
                .cpuClock(false)
                .cuts(plan, go)
                .startInSession(directory.resolve("output.txt"))
                .start();
        try {
            List<Path> paused = IntStream.range(0, 2).mapToObj(r -> Path.of(plan + ".paused-1-" + r)).toList();
            while (!paused.stream().allMatch(Files::exists)) {
                assertThat(process.waitFor(2, TimeUnit.MILLISECONDS))
                        .as(Files.readString(directory.resolve("output.txt")))
                        .isFalse();
            }
            assertThat(CutFile.read(CutFile.fileOf(directory, 0)).cuts().keySet()).contains(8L).allMatch(n -> n <= 8);
            Path next = Files.writeString(directory.resolve("next"), CutPlan.text(signature, false));
            Files.move(next, Path.of(plan + ".resume-1"));
            assertThat(process.waitFor()).as(Files.readString(directory.resolve("output.txt"))).isZero();
        } finally {
            process.destroy();
        }
        for (int rank = 0; rank < 2; rank++) {
            CutFile cuts = CutFile.read(CutFile.fileOf(directory, rank));
            assertThat(cuts.complete()).isTrue();
            assertThat(cuts.cuts().keySet()).containsExactlyInAnyOrder(0L, 14L, 20L);
        }
        assertThat(directory.resolve("output.txt")).isEmptyFile();
    }

    /** Makes a checkpoint signature in its own process. */
    static final class Builder {
        private Builder() {
        }

        public static void main(String[] args) throws IOException {
            CheckpointBuild.run(new CheckpointBuild.Request(MpiPrograms.HOME, Path.of(args[0]),
                    List.of(args).subList(3, args.length), Path.of(args[1]), "openmpi", Path.of(args[2]), 1, 0, false,
                    null), ProgressDisplay.NONE);
        }
    }

    /** Checks that the copier can be killed while all ranks pause for it; a dumper without effect replaces CRIU. */
    @Test
    void pausedRanksEndWhenTheCopyingProcessIsKilled() throws Exception {
        Path program = MpiPrograms.program("durations", "openmpi");
        List<String> line = List.of(program.toString(), "regular", "100000", "2", "0", "1", "anew");
        Path file = directory.resolve("sig.json");
        SignatureFiles.write(signature(program, line, List.of(new long[]{21, 21}, new long[]{23, 23})), file);
        Path dumps = directory.resolve("dumps");
        Path criu = Files.writeString(directory.resolve("criu"),
                "#!/bin/sh\ncase $1 in\n--version) echo Version: 4.2 ;;\ndump) echo $$ $3 > " + dumps + ".new; mv "
                        + dumps + ".new " + dumps + "; exec sleep 80 ;;\nesac\n");
        assertThat(criu.toFile().setExecutable(true)).isTrue();
        List<String> java = List.of(ProcessHandle.current().info().command().orElseThrow(), "-XX:TieredStopAtLevel=1",
                "-Drunbench.home=" + MpiPrograms.HOME, "-Djava.io.tmpdir=" + directory, "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Builder.class.getName(), file.toString(), directory.resolve("checkpoints").toString(), criu.toString(),
                "mpirun.openmpi", "-np", "2");
        Process builder = new ProcessBuilder(Stream.concat(java.stream(), line.stream()).toList())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("builder.txt").toFile())
                .start();
        List<ProcessHandle> left = List.of();
        try {
            while (!Files.exists(dumps)) {
                assertThat(builder.waitFor(2, TimeUnit.MILLISECONDS)).as(() -> output("builder.txt")).isFalse();
            }
            List<ProcessHandle> tree = Stream.of(Files.readString(dumps).split("\\s+"))
                    .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                    .toList();
            List<ProcessHandle> run = Stream.concat(Stream.of(tree.get(1)), tree.get(1).descendants()).toList();
            left = Stream.concat(tree.stream(), run.stream()).toList();
            assertThat(run).as("launcher and ranks").hasSizeGreaterThanOrEqualTo(3);
            builder.destroyForcibly();
            CompletableFuture.allOf(run.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .get(60, TimeUnit.SECONDS);
        } finally {
            builder.destroyForcibly();
            left.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private String output(String name) {
        try {
            return Files.readString(directory.resolve(name));
        } catch (IOException e) {
            return "nothing";
        }
    }

    private CheckpointRun.Outcome restore(Path checkpoints, String output) throws IOException {
        return CheckpointRun.run(new CheckpointRun.Request(checkpoints, directory.resolve(output), null, false, false,
                Duration.ofSeconds(30)), ProgressDisplay.NONE);
    }

    @Test
    void phasesAreMeasuredRepeatedlyFromCopiesOfTheUnchangedProgram() throws Exception {
        Checkpointer.Found criu = Checkpointer.find(null);
        assumeTrue(criu.usable() != null, "no checkpoint signature here: " + criu.obstacle() + " (root, and CRIU 4 by "
                + Checkpointer.VARIABLE + ")");
        Path program = Files.copy(MpiPrograms.program("durations", "openmpi"), directory.resolve("durations"));
        List<String> line = List.of(program.toString(), "regular", "100000", "2", "0", "1", "anew");
        Path file = directory.resolve("sig.json");
        SignatureFiles.write(signature(program, line,
                List.of(new long[]{21, 21}, new long[]{23, 23}, new long[]{25, 25}, new long[]{27, 27})), file);
        Path checkpoints = directory.resolve("checkpoints");
        CheckpointSignature made = CheckpointBuild.run(new CheckpointBuild.Request(MpiPrograms.HOME, file,
                Stream.concat(Stream.of("mpirun.openmpi", "-np", "2"), line.stream()).toList(), checkpoints, "openmpi",
                null, 2, 1, false, Duration.ofSeconds(40)), ProgressDisplay.NONE);
        assertThat(made.checkpoints()).singleElement().satisfies(c -> {
            assertThat(c.window().cut()).containsExactly(21, 21);
            assertThat(c.running()).isEmpty();
            assertThat(c.imageBytes()).isPositive();
        });
        assertThat(Path.of(made.folder())).doesNotExist();
        for (String output : List.of("first", "second")) {
            CheckpointRun.Outcome outcome = restore(checkpoints, output);
            assertThat(outcome.failure()).isNull();
            MeasuredSignature measured = SignatureFiles.measured(directory.resolve(output));
            assertThat(measured.samples()).extracting(MeasuredSignature.Sample::occurrence).containsExactly(1L, 2L);
            // The phase sleeps for 2 ms in both runs.
            assertThat(measured.samples()).allSatisfy(s -> assertThat(s.measuredS()).isGreaterThan(0.0019));
            assertThat(measured.restored()).singleElement().satisfies(r -> assertThat(r.complete()).isTrue());
        }
        assertThat(ProcessHandle.allProcesses().filter(p -> p.info().command().orElse("").equals(program.toString())))
                .isEmpty();
        assertThat(Path.of(made.folder())).doesNotExist();
        Files.write(program, new byte[1], StandardOpenOption.APPEND);
        assertThatThrownBy(() -> restore(checkpoints, "third"))
                .isInstanceOfSatisfying(RunbenchException.class,
                        e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageContaining(program + " has changed");
    }
}
