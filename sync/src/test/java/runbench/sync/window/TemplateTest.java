package runbench.sync.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.sync.window.Template.Words;

class TemplateTest {
    private static final Node NODE = new Node("n1", "host1", "10.0.0.2", 7912);
    private static final List<String> COMMAND = List.of("/opt/run bench/reflector", "--clock", "virtual(raw)");

    private static List<String> fill(String template) {
        return Template.parse("--launch", template).fill(NODE, "host1,host2", COMMAND);
    }

    @Test
    void directStartersGetTheWordsUnquoted() {
        for (String starter : List.of("srun -w {host}", "mpirun --host {host} -n 1", "ip netns exec {host}",
                "pdsh -R exec -w {host}", "pdsh -Rexec -w {host}")) {
            assertThat(fill(starter + " {command}")).as(starter).endsWith(COMMAND.toArray(String[]::new));
        }
        assertThat(fill("x {host} {name} {address} {port} {hosts} {command}")).startsWith("x", "host1", "n1",
                "10.0.0.2", "7912", "host1,host2");
    }

    @ParameterizedTest
    @CsvSource({"ssh {host} {command},1", "/usr/bin/ssh -p 22 {host} {command},1", "pdsh -R ssh -w {hosts} {command},1",
            "pdsh -w {hosts} {command},1", "ssh gate ssh {host} {command},2",
            "ssh gate ip netns exec {host} {command},1", "ip netns exec a ssh {host} {command},1"})
    void quotesOncePerShell(String template, int shells) {
        List<String> expected = COMMAND;
        for (int i = 0; i < shells; i++) {
            expected = expected.stream().map(Words::quote).toList();
        }
        assertThat(fill(template)).endsWith(expected.toArray(String[]::new));
    }

    @Test
    void quotesWithinAWordForItsShell() {
        assertThat(fill("ssh {host} 'cd /tmp; exec {command}'")).containsExactly("ssh", "host1",
                "cd /tmp; exec '/opt/run bench/reflector' --clock 'virtual(raw)'");
        assertThat(fill("sh -c 'ssh {host} {command}'").get(2))
                .isEqualTo("ssh host1 ''\\''/opt/run bench/reflector'\\''' --clock ''\\''virtual(raw)'\\'''");
    }

    @Test
    void theScriptOfAShellIsOneWord() {
        String script = "'/opt/run bench/reflector' --clock 'virtual(raw)'";
        assertThat(fill("sh -c {command}")).containsExactly("sh", "-c", script);
        assertThat(fill("ssh {host} /bin/bash -lc {command}")).containsExactly("ssh", "host1", "/bin/bash", "-lc",
                Words.quote(script));
    }

    @Test
    void quotingAndSplittingAreInverse() {
        List<String> words = List.of("a", "b c", "$HOME", "x(y)", "a\"b", "");
        assertThat(Words.split(Words.join(words))).isEqualTo(words);
        assertThat(Words.quote("it's")).isEqualTo("'it'\\''s'");
    }

    @Test
    void requiresTheCommand() {
        assertThatThrownBy(() -> Template.parse("--launch", "ssh {host}"))
                .hasMessageContaining("--launch 'ssh {host}': {command} is missing");
    }

    /** A silent ssh may wait for a password. The hint names the check and the remedy. */
    @Test
    void hintsAtASilentSsh() {
        assertThat(Template.parse("x", "ssh -p 22 {host} {command}").silenceHint(NODE)).contains(
                "Perhaps ssh asks for a password", "ssh -p 22 host1 true", "ssh-copy-id host1",
                "ssh -o BatchMode=yes {host} {command}");
        for (String other : List.of("ssh -o BatchMode=yes {host} {command}", "srun -w {host} {command}", "{command}")) {
            assertThat(Template.parse("x", other).silenceHint(NODE)).as(other).isEmpty();
        }
    }
}
