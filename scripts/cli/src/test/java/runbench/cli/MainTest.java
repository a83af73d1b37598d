package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("beside")
@Tag("scenario")
class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path dir;

    private int run(String... args) {
        return Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }

    @Test
    void aNameAloneRunsABenchmark() {
        assertThat(FirstWord.interpret("403.gcc", "--svg")).containsExactly("run", "403.gcc", "--svg");
        assertThat(FirstWord.interpret("--no-chart", "403.gcc")).containsExactly("run", "--no-chart", "403.gcc");
        assertThat(FirstWord.interpret("list")).containsExactly("list");
        assertThat(FirstWord.interpret("--help")).containsExactly("--help");
        assertThat(FirstWord.interpret()).isEmpty();
    }

    @Test
    void anUnknownNameSuggestsTheNearest() {
        assertThat(run("403.gc")).isEqualTo(2);
        assertThat(err.toString()).contains("403.gc").contains("403.gcc");
    }

    @Test
    void aMistypedCommandIsNotTakenForABenchmark() {
        assertThat(run("smaple", "--", "ls")).isEqualTo(2);
        assertThat(err.toString()).contains("'smaple' is neither a command nor a benchmark")
                .contains("did you mean sample");
        err.getBuffer().setLength(0);
        assertThat(run("lits")).isEqualTo(2);
        assertThat(err.toString()).contains("did you mean list");
        err.getBuffer().setLength(0);
        assertThat(run("zzzzzz", "--", "ls")).isEqualTo(2);
        assertThat(err.toString()).contains("neither").contains("runbench --help").doesNotContain("did you mean");
    }

    @Test
    void helpNamesACommandInEitherOrder() {
        for (String[] words : new String[][]{{"help", "run"}, {"help", "sync", "measure"}, {"help", "pas2p", "--help"},
                {"help"}}) {
            out.getBuffer().setLength(0);
            assertThat(run(words)).as(String.join(" ", words)).isZero();
            assertThat(out.toString()).contains("Usage: ");
        }
        assertThat(run("help", "sync", "mesure")).isEqualTo(2);
        assertThat(err.toString()).contains("no command 'mesure' of 'sync'").contains("measure");
    }

    @Test
    void aListOfNothingSaysSo() {
        assertThat(run("list", "zzz")).isEqualTo(2);
        assertThat(err.toString()).contains("no benchmark has 'zzz'");
        assertThat(run("list", "atsar")).isEqualTo(2);
        assertThat(err.toString()).contains("did you mean 473.astar");
    }

    @Test
    void listsSelectAndSum() {
        assertThat(run("list", "--installed", "--kind", "kernel", "--max-time", "6s", "specrand")).isZero();
        assertThat(out.toString())
                .contains("998.specrand", "999.specrand", "2 benchmarks, 2 can run here: about 12 s once")
                .doesNotContain("470.lbm");
        out.getBuffer().setLength(0);
        assertThat(run("list", "--missing", "specrand")).isZero();
        assertThat(out.toString()).isEqualTo("0 benchmarks, 0 can run here" + System.lineSeparator());
    }

    @Test
    void aMistakeInASelectionNamesTheChoices() {
        assertThat(run("list", "--kind", "copy")).isEqualTo(2);
        assertThat(err.toString()).contains("no kind 'copy'", "same-program");
        assertThat(run("list", "--max-time", "0s")).isEqualTo(2);
        assertThat(run("list", "--installed", "--missing")).isEqualTo(2);
    }

    @Test
    void anInstallationNeedsNamesThatExist() {
        assertThat(run("list", "--install")).isEqualTo(2);
        assertThat(err.toString()).contains("no benchmark is named", "--missing --install");
        assertThat(run("list", "--install", "470.lbm", "atsar")).isEqualTo(2);
        assertThat(err.toString()).contains("473.astar");
        assertThat(run("list", "--install", "998.specrand")).isZero();
        assertThat(err.toString()).contains("998.specrand: needs no package: open:998.specrand");
    }

    @Test
    void aCommandIsBuiltAloneAndCalledAsItIsListed() {
        for (CommandLine command : Main.commandLine(TopCommands.all()).getSubcommands().values()) {
            String name = command.getCommandName();
            assertThat(command.getCommand().getClass().getAnnotation(CommandLine.Command.class).name()).isEqualTo(name);
            if (TopCommands.visible().contains(name)) {
                assertThat(Main.commandLine(TopCommands.of(name)).getSubcommands()).containsOnlyKeys(name);
            }
        }
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).contains("runbench ")
                .contains("built from an unknown commit")
                .contains("libpfm4: ")
                .contains("Java " + System.getProperty("java.runtime.version"));
        assertThat(run("generate-completion")).isZero();
        assertThat(out.toString()).contains("overnight");
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("overnight").doesNotContain("generate-completion  ");
    }

    @Test
    void everyCommandHasHelpWithAnExample() {
        for (CommandLine command : Main.commandLine(TopCommands.all()).getSubcommands().values()) {
            if (!command.getCommandSpec().usageMessage().hidden()) {
                assertThat(command.getUsageMessage()).as(command.getCommandName()).contains("Example");
            }
        }
    }

    @Test
    void badPeriodsAreRefusedBeforeAnythingIsMade() {
        for (String period : Arrays.asList("1", "10us", "2h", "-1ms", "", "1e3ms")) {
            assertThat(run("run", "998.specrand", "-o", dir.resolve("r").toString(), "--period", period)).as(period)
                    .isEqualTo(2);
        }
        assertThat(dir.resolve("r")).doesNotExist();
    }

    @Test
    void aNightThatTheDiskHasNoRoomForLeavesNothingToResume() throws Exception {
        Path catalogue = Files.writeString(dir.resolve("own.toml"), """
                [bench."long"]
                suite = "own"
                title = "A very long program"
                [bench."long".own]
                default = "only"
                executables = ["/bin/true"]
                runs = [{ name = "only", argv = [], seconds = 100000000000 }]
                """);
        int code = run("overnight", "--catalogue", catalogue.toString(), "-e", "page-faults", "-o",
                dir.resolve("night").toString(), "--period", "1ms", "long");
        assertThat(code).as(err.toString()).isEqualTo(3);
        assertThat(err.toString()).contains("GiB free");
        assertThat(dir.resolve("night")).doesNotExist();
    }

    @Test
    void theNightsPageSaysWhereWithWhatAndHowFast() throws Exception {
        Path night = dir.resolve("night");
        Runbench.Ended ended = Runbench.run(dir.resolve("out"), "overnight", "-e", "page-faults", "-o",
                night.toString(), "--period", "1ms", "--run", "ref", "998.specrand");
        org.junit.jupiter.api.Assumptions.assumeTrue(ended.code() == 0,
                () -> "998.specrand cannot run here: " + ended.output());
        String page = Files.readString(night.resolve("summary.txt"));
        assertThat(page).contains(Files.readString(Path.of("/proc/sys/kernel/hostname")).strip())
                .contains("Runbench ")
                .contains("Linux ")
                .contains("NOT SPEC")
                .containsPattern("page-faults [0-9.]+( [kMG])? faults/s of running time \\(peak")
                .contains("file://" + night.resolve("998.specrand/1ms/chart.png"));
        assertThat(ended.output()).contains("998.specrand 1ms (1 of 1) begins");
    }

    @Test
    void aMissingRecordingIsNamed() {
        assertThat(run("parse", dir.resolve("none.rec").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("none.rec").doesNotContain("Exception");
    }

    @Test
    void aFileThatIsNoRecordingIsNamedWithItsOffset() throws Exception {
        Path file = Files.writeString(dir.resolve("x.rec"),
                "not a recording at all, but long enough to look at it twice or more".repeat(4));
        assertThat(run("plot", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("x.rec").doesNotContain("Exception");
    }

    @Test
    void theChartOfACutRecordingComesWithANote() throws Exception {
        byte[] whole = Files.readAllBytes(
                Path.of(System.getProperty("runbench.home"), "parser", "src", "test", "resources", "pmu-phases.rec"));
        Path cut = Files.write(dir.resolve("samples.rec"), Arrays.copyOf(whole, whole.length / 2));
        assertThat(run("plot", cut.toString(), "--no-page")).isZero();
        assertThat(err.toString()).startsWith("note: the recording is damaged at byte ");
        assertThat(dir.resolve("chart.png")).isNotEmptyFile();
    }

    @Test
    void aFolderThatHoldsARunIsNotOverwritten() throws Exception {
        Files.writeString(dir.resolve("samples.rec"), "");
        assertThat(run("sample", "-o", dir.toString(), "--", "true")).isEqualTo(2);
        assertThat(err.toString()).contains("already holds a run");
    }

    @Test
    void spellingMistakesInOptionsAreHelped() {
        assertThat(run("list", "--jsno")).isEqualTo(2);
        assertThat(err.toString()).contains("--json");
    }
}
