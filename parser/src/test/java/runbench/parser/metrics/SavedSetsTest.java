package runbench.parser.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.parser.metrics.SavedSets.Kind;

class SavedSetsTest {
    @TempDir
    Path dir;

    private SavedSets sets(String text) throws IOException {
        return new SavedSets(Files.writeString(dir.resolve("sets.toml"), text));
    }

    @Test
    void setsAreExpandedAmongOtherNames() throws IOException {
        SavedSets sets = sets("[events]\nmine = \"cycles:u,{a,b}\"\n[metrics]\nmine = \"ipc\"\n");
        assertThat(sets.expand(Kind.EVENTS, "page-faults, @mine")).isEqualTo("page-faults,cycles:u,{a,b}");
        assertThat(sets.expand(Kind.METRICS, "@mine")).isEqualTo("ipc");
        assertThat(sets.expand(Kind.EVENTS, "cpu/event=0x43,umask=1/")).isEqualTo("cpu/event=0x43,umask=1/");
        assertThat(sets.expand(Kind.METRICS, null)).isNull();
    }

    @Test
    void anUnknownSetListsTheExistingOnes() throws IOException {
        SavedSets sets = sets("[events]\none = \"a\"\ntwo = \"b\"\n");
        assertThatThrownBy(() -> sets.expand(Kind.EVENTS, "@on")).isInstanceOfSatisfying(RunbenchException.class, e -> {
            assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(e.getMessage()).isEqualTo("--events @on: there is no such set in " + sets.file());
            assertThat(e.remedy()).contains("sets of events: @one, @two");
        });
        assertThatThrownBy(() -> sets.expand(Kind.METRICS, "@one")).isInstanceOfSatisfying(RunbenchException.class,
                e -> assertThat(e.remedy().orElseThrow()).contains("[metrics], and below it one = "));
        assertThatThrownBy(() -> new SavedSets(dir.resolve("none")).expand(Kind.EVENTS, "@one"))
                .hasMessageContaining("there is no such set");
    }

    @ParameterizedTest
    @ValueSource(strings = {"events = 1", "[events]\nx = 1", "[events]\nx = \"\"", "[events]\nx = \"@y\"", "no toml ["})
    void aMalformedFileIsNamed(String text) throws IOException {
        SavedSets sets = sets(text);
        assertThatThrownBy(() -> sets.expand(Kind.EVENTS, "@x")).isInstanceOfSatisfying(RunbenchException.class, e -> {
            assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(e.getMessage()).contains(sets.file().toString());
        });
    }
}
