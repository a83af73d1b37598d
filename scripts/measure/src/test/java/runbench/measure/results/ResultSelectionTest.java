package runbench.measure.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.error.RunbenchException;

class ResultSelectionTest {
    private static final ListedResult OLD = result(ListedResult.Kind.RUN, "403.gcc", "finished",
            "2025-12-31T10:00:00Z");
    private static final ListedResult FAILED = result(ListedResult.Kind.RUN, "470.lbm", "failed",
            "2026-01-31T02:10:00Z");
    private static final ListedResult BATCH = result(ListedResult.Kind.BATCH, "batch", "finished",
            "2026-02-01T00:00:00Z");
    private static final ListedResult UNDATED = result(ListedResult.Kind.RUN, "429.mcf", "unreadable", "");
    private static final List<ListedResult> ALL = List.of(UNDATED, OLD, FAILED, BATCH);

    private static ListedResult result(ListedResult.Kind kind, String name, String state, String started) {
        return new ListedResult(kind, name, "", started, state, "", 0, false, Path.of("/results", name, "1"));
    }

    private static ResultSelection selection(List<String> names, ListedResult.Kind kind, String state, String before,
            String after, Integer last) {
        return new ResultSelection(names, kind, state, before, after, last);
    }

    @Test
    void eachConditionLimitsTheSelection() {
        assertThat(selection(List.of(), null, null, null, null, null).of(ALL)).isEqualTo(ALL);
        assertThat(selection(List.of("GCC", "470.lbm/1"), null, null, null, null, null).of(ALL)).containsExactly(OLD,
                FAILED);
        assertThat(selection(List.of(), ListedResult.Kind.BATCH, null, null, null, null).of(ALL))
                .containsExactly(BATCH);
        assertThat(selection(List.of(), null, "Failed", null, null, null).of(ALL)).containsExactly(FAILED);
        assertThat(selection(List.of(), null, null, "2026-01-31 02:10", null, null).of(ALL)).containsExactly(OLD);
        assertThat(selection(List.of(), null, null, null, "2026-01", null).of(ALL)).containsExactly(FAILED, BATCH);
        assertThat(selection(List.of(), null, null, null, null, 1).of(ALL)).containsExactly(BATCH);
        assertThat(selection(List.of(), null, null, null, null, 0).of(ALL)).isEmpty();
    }

    @Test
    void aSelectionWithoutConditionsIsNotLimited() {
        assertThat(selection(List.of(), null, null, null, null, null).isLimited()).isFalse();
        assertThat(selection(List.of(), null, null, null, null, 3).isLimited()).isTrue();
    }

    @Test
    void unknownDatesAndStatesAreRejected() {
        assertThatThrownBy(() -> selection(List.of(), null, null, "yesterday", null, null))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("--before yesterday");
        assertThatThrownBy(() -> selection(List.of(), null, "broken", null, null, null))
                .hasMessageContaining("--state broken");
    }
}
