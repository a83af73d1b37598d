package runbench.sampler.events.select;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class EventListParserTest {
    @Test
    void commasInsideSlashesAndBracesBelongToTheWord() {
        assertThat(EventListParser.parse("a, cpu/event=1,umask=2/u ,{b,cpu/x,y/:k}:ppp,mem:0x10/8:w,c"))
                .containsExactly(new EventListParser.Group(List.of("a"), false, ""),
                        new EventListParser.Group(List.of("cpu/event=1,umask=2/u"), false, ""),
                        new EventListParser.Group(List.of("b", "cpu/x,y/:k"), true, "ppp"),
                        new EventListParser.Group(List.of("mem:0x10/8:w"), false, ""),
                        new EventListParser.Group(List.of("c"), false, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ",", "a,", ",a", "a,,b", "{a", "{}", "a}", "{a,}", "{{a}}", "cpu/event=1", "{a}b",
            "a\nb,\u0000,,"})
    void malformedListsReportThePosition(String list) {
        RunbenchException e = catchThrowableOfType(RunbenchException.class, () -> EventListParser.parse(list));
        assertThat(e).isNotNull();
        assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(e.getMessage()).contains("character").doesNotContain("\u0000");
    }

    @Test
    void tenThousandEventsAreTooMany() {
        assertThat(
                catchThrowableOfType(RunbenchException.class, () -> EventListParser.parse("a,".repeat(10_000) + "a")))
                .hasMessageContaining("256");
    }

    @Test
    void randomTextParsesOrFailsClearly() {
        Random random = new Random(7);
        String alphabet = "abr0:/,{}=-ukpD \t\u00e9\u0000\ud83d";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder s = new StringBuilder();
            for (int n = random.nextInt(24); n > 0; n--) {
                s.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                EventListParser.parse(s.toString()).forEach(g -> assertThat(g.words()).isNotEmpty().doesNotContain(""));
            } catch (RunbenchException e) {
                assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
            }
        }
    }
}
