package runbench.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

class FieldsTest {
    private static final Map<String, Function<Fields, Object>> STRICT = Map.of("number", f -> f.number("k"), "real",
            f -> f.real("k"), "truth", f -> f.truth("k"), "text", f -> f.text("k"), "texts", f -> f.texts("k"), "at",
            f -> f.at("k"), "list", f -> f.list("k"));

    private static Map<String, Object> nothing() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("k", null);
        return members;
    }

    @Test
    void aMissingMemberIsAnErrorThatNamesItAndTheFile() {
        for (Map<String, Object> members : List.of(Map.<String, Object>of("other", 1), nothing())) {
            STRICT.forEach(
                    (name, read) -> assertThatThrownBy(() -> read.apply(Fields.ofFile(members, "log.json"))).as(name)
                            .isInstanceOfSatisfying(RunbenchException.class,
                                    e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                            .hasMessage("log.json: the member 'k' is missing"));
        }
    }

    @Test
    void aMemberOfAnotherTypeIsAnErrorAlsoWhereItMayBeAbsent() {
        Fields wrong = Fields.ofAnswer(Map.of("k", new Object()), "the helper");
        STRICT.forEach((name, read) -> assertThatThrownBy(() -> read.apply(wrong)).as(name)
                .isInstanceOfSatisfying(RunbenchException.class,
                        e -> assertThat(e.exitCode()).isEqualTo(ExitCode.MACHINE))
                .hasMessageContaining("'k' is not "));
        assertThatThrownBy(() -> wrong.numberOr("k", 1)).hasMessageContaining("'k' is not a number");
        assertThatThrownBy(() -> wrong.textOr("k", "")).hasMessageContaining("'k' is not a text");
    }

    @Test
    void whatMayBeAbsentHasItsDefault() {
        Fields f = Fields.ofFile(nothing(), "file");
        assertThat(f.numberOr("k", 7)).isEqualTo(7);
        assertThat(f.realOr("k", 0.5)).isEqualTo(0.5);
        assertThat(f.truthOr("k", true)).isTrue();
        assertThat(f.textOr("k", "none")).isEqualTo("none");
        assertThat(f.optionalNumber("k")).isEmpty();
        assertThat(f.textsOrNone("k")).isEmpty();
        assertThat(f.listOrNone("k")).isEmpty();
        assertThat(f.has("k")).isFalse();
    }

    @Test
    void anErrorInsideNamesThePlace() {
        Fields f = Fields.ofAnswer(Map.of("all", List.of(Map.of("n", 1), Map.of())), "line");
        assertThatThrownBy(() -> f.list("all").get(1).number("n"))
                .hasMessage("line, 'all'[1]: the member 'n' is missing");
        assertThatThrownBy(() -> Fields.ofAnswer(Map.of("all", List.of(1)), "line").list("all"))
                .hasMessage("line, 'all'[0] is not an object");
    }
}
