package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.process.RawText;
import runbench.pas2p.trace.MpiPrograms;
import runbench.sampler.emulate.Emulator.EmulationAdvice;

/** Checks that every command that starts a program passes its arguments byte for byte, whatever helpers are between. */
@Tag("machine")
@Tag("beside")
class ArgumentsTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home"));
    /** Words with special characters. U+EFFF represents the byte 0xff, which is not UTF-8. */
    private static final List<String> WORDS = List.of("na\u00efve", "two  words", "line\nbreak\ttab",
            "'\"\\x41\\$HOME`", "\ud83d\ude00", "a\uefffb", "*", "");

    @TempDir
    private Path dir;
    private Path seen;
    /** Shell commands that follow the program. */
    private String next = "";

    @BeforeEach
    void canCount() throws Exception {
        Runbench.assumeCounting(dir);
        seen = dir.resolve("seen");
    }

    /** Returns a program for a shell that records its arguments. */
    private List<String> program() {
        List<String> argv = new ArrayList<>(
                List.of("/bin/sh", "-c", "printf '%s\\0' \"$@\" > \"$0\"" + next, seen.toString()));
        argv.addAll(WORDS);
        return argv;
    }

    private List<String> arguments(List<String> options, String... launcher) {
        List<String> arguments = new ArrayList<>(options);
        arguments.add("--");
        arguments.addAll(List.of(launcher));
        arguments.addAll(program());
        return arguments;
    }

    /** Runs a command whose arguments are decoded already, as {@link #bySample} shows for all commands. */
    private void assertHandedOn(List<String> options, String... launcher) throws Exception {
        assertHandedOn(Runbench.run(dir.resolve("out"), arguments(options, launcher)));
    }

    private void assertHandedOn(Runbench.Ended ended) throws Exception {
        assertThat(ended.code()).as(ended.output()).isZero();
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (String word : WORDS) {
            expected.writeBytes(RawText.bytes(word));
            expected.write(0);
        }
        assertThat(Files.readAllBytes(seen)).isEqualTo(expected.toByteArray());
    }

    private List<String> into(String... options) {
        return Stream.concat(Stream.of(options), Stream.of("-o", dir.resolve("run").toString())).toList();
    }

    @Test
    void bySample() throws Exception {
        Path output = dir.resolve("out");
        List<String> words = arguments(into("sample", "-q", "--no-chart"));
        Process process = new ProcessBuilder(RawText.startable(Runbench.command(List.of(), words)))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertHandedOn(Runbench.await(process, output));
    }

    @Test
    void byAnEmulatedRun() throws Exception {
        assumeTrue(EmulationAdvice.sentence(HOME).isPresent(), EmulationAdvice.remedy());
        assertHandedOn(into("sample", "-q", "--no-chart", "--emulate", "--model", "l1d=none"));
    }

    @Test
    void byAPreloadedRank() throws Exception {
        assertHandedOn(into("cluster", "-e", "task-clock", "--no-chart", "--no-trace", "--sync-window", "1s"),
                mpirun());
    }

    /** Checks that the arguments pass through runbench-rank, which Slurm and ssh start in front of the program. */
    @Test
    void byAWrappedRank() throws Exception {
        assertHandedOn(into("cluster", "-e", "task-clock", "--no-chart", "--no-trace", "--sync-window", "1s",
                "--launch", String.join(" ", mpirun())));
    }

    @Test
    void byARankThatAShellStarts() throws Exception {
        assertHandedOn(into("cluster", "-e", "task-clock", "--no-chart", "--no-trace", "--sync-window", "1s",
                "--launch", "sh -c 'exec {command}'", "--hosts", "one"));
    }

    @Test
    void byARelay() throws Exception {
        assertHandedOn(into("log", "run", "--hosts", "a", "--same-clock", "--no-page", "--spool", dir.toString()));
    }

    @Test
    void byARelayThatAShellStarts() throws Exception {
        assertHandedOn(into("log", "run", "--hosts", "a=127.0.0.1", "--same-clock", "--no-page", "--spool",
                dir.toString(), "--launch", "sh -c 'exec {command}'"));
    }

    @Test
    void byATracedRank() throws Exception {
        next = "; exec " + MpiPrograms.program("selfsend", "openmpi") + " 5";
        assertHandedOn(into("pas2p", "trace", "-q", "--mpi", "openmpi"), mpirun());
    }

    private static String[] mpirun() {
        assumeTrue(Bed.onPath("mpirun.openmpi"), "mpirun.openmpi is missing (Debian: openmpi-bin)");
        return new String[]{"mpirun.openmpi", "-np", "1"};
    }
}
