package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sample --live} in a terminal: q, and a process that is killed. */
@Tag("machine")
@Tag("waits")
class LiveViewTest {
    private static final String ENTERED = "\033[?1049h";
    private static final String LEFT = "\033[?1049l";

    @TempDir
    private Path dir;

    @BeforeEach
    void canCount() throws Exception {
        Runbench.assumeCounting(dir);
    }

    private List<String> live() {
        return Runbench.command(List.of("-Drunbench.terminal=80"), List.of("sample", "--live", "-e", "page-faults",
                "-o", dir.resolve("run").toString(), "--", "sleep", "60"));
    }

    @Test
    void qEndsAsCtrlCDoesAndTheSummaryFollowsTheView() throws Exception {
        try (PseudoTerminal terminal = PseudoTerminal.run(dir.resolve("screen"), live())) {
            terminal.waitFor("1 task: running 0.0");
            terminal.type("q");
            int code = terminal.await();
            String shown = terminal.shown();
            assertThat(code).as(shown).isEqualTo(130);
            assertThat(shown.indexOf(ENTERED)).isNotNegative().isLessThan(shown.indexOf(LEFT));
            assertThat(shown.substring(shown.lastIndexOf(LEFT))).contains("page-faults").contains("chart: ");
            assertThat(dir.resolve("run/chart.png")).exists();
        }
    }

    @Test
    void theTerminalIsRestoredAfterAKill() throws Exception {
        try (PseudoTerminal terminal = PseudoTerminal.shell(dir.resolve("screen"))) {
            // A terminal takes lines of up to 4 KiB.
            Path command = Files.writeString(dir.resolve("command"), "exec " + PseudoTerminal.quoted(live()) + "\n");
            terminal.type("sh " + command + "\n");
            terminal.waitFor("q ends as Ctrl-C does");
            terminal.java().destroyForcibly();
            terminal.waitFor(LEFT);
            terminal.type("stty -a | tr ' ' '\\n' | grep -c -e '^icanon' -e '^echo$' | sed 's/^/restored: /'\n");
            terminal.waitFor("restored: 2");
        }
    }

    @Test
    void withoutATerminalTheOtherFormsAreNamed() throws Exception {
        Runbench.Ended refused = Runbench.run(dir.resolve("out"), "sample", "--live", "--", "true");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.output()).contains("--live needs a terminal").contains("-I 1s");
        Runbench.Ended repeated = Runbench.run(dir.resolve("out"), "sample", "--live", "-n", "3", "--", "true");
        assertThat(repeated.code()).isEqualTo(2);
        assertThat(repeated.output()).contains("--live is for a single run, and -n runs it again");
        Runbench.Ended both = Runbench.run(dir.resolve("out"), "sample", "--live", "--show-output", "--", "true");
        assertThat(both.output()).contains("--live and --show-output both use the terminal");
    }
}
