package runbench.base.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;

class HelperLineTest {
    @Test
    void aLineIsAnEventWithItsMembers() throws IOException {
        HelperLine line = HelperLine.parse("{\"v\":1,\"event\":\"exec\",\"wall_ns\":7}");
        assertThat(line.event()).isEqualTo("exec");
        assertThat(line.fields().number("wall_ns")).isEqualTo(7);
        assertThat(line.isError()).isFalse();
        assertThat(HelperLine.parse("{\"event\":\"exec\"}").event()).isEqualTo("exec");
    }

    @Test
    void aHelperOfAnotherVersionIsNotGuessedAt() {
        assertThatThrownBy(() -> HelperLine.parse("{\"v\":2,\"event\":\"exec\"}")).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("version 2")
                .satisfies(e -> {
                    assertThat(((RunbenchException) e).exitCode()).isEqualTo(ExitCode.MACHINE);
                    assertThat(((RunbenchException) e).remedy()).contains(ProjectHome.rebuildRemedy());
                });
        assertThatThrownBy(() -> HelperLine.parse("{\"v\":\"one\",\"event\":\"exec\"}"))
                .isInstanceOf(RunbenchException.class);
    }

    @Test
    void whatIsNotTheProtocolIsQuotedInPart() {
        assertThatThrownBy(() -> HelperLine.parse("Segmentation fault")).isInstanceOf(IOException.class)
                .hasMessage("it wrote 'Segmentation fault'");
        assertThatThrownBy(() -> HelperLine.parse("x".repeat(200))).hasMessage("it wrote '" + "x".repeat(80) + "...'");
        assertThatThrownBy(() -> HelperLine.parse("{\"event\":\"exec\"} {}")).isInstanceOf(IOException.class);
    }

    @Test
    void anErrorSaysWhoseItIs() throws IOException {
        assertThat(error("\"kind\":\"usage\",\"message\":\"no period\",\"remedy\":\"say one\"")).satisfies(e -> {
            assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(e).hasMessage("no period");
            assertThat(e.remedy()).contains("say one");
        });
        assertThat(error("\"kind\":\"benchmark\"").exitCode()).isEqualTo(ExitCode.BENCHMARK_FAILED);
        assertThat(error("\"kind\":\"io\"").exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(error("\"kind\":\"unheard of\"").exitCode()).isEqualTo(ExitCode.MACHINE);
        assertThat(error("\"kind\":\"machine\",\"remedy\":\"\"").remedy()).isEmpty();
    }

    private static RunbenchException error(String members) throws IOException {
        HelperLine line = HelperLine.parse("{\"v\":1,\"event\":\"error\"," + members + "}");
        assertThat(line.isError()).isTrue();
        return HelperError.of(line.fields()).exception();
    }
}
