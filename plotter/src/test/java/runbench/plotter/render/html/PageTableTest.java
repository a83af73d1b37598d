package runbench.plotter.render.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PageTableTest {
    private static PageTable table(int columns, String cell) {
        return new PageTable("Phases", "A note.", List.of(0),
                IntStream.range(0, columns).mapToObj(c -> new PageTable.Column("column " + c, c > 0)).toList(),
                List.of(IntStream.range(0, columns).mapToObj(c -> PageTable.Cell.of(c == 0 ? "P1" : cell)).toList()));
    }

    private static double width(PageTable table) {
        return IntStream.range(0, table.columns().size()).mapToDouble(table::width).sum();
    }

    @Test
    void columnsThatDoNotFitContinueInFurtherTables() {
        PageTable wide = table(12, "123 456 789 012 (123 000 000 000 to 124 000 000 000)");
        List<PageTable> parts = wide.fitted();
        assertThat(parts).hasSizeGreaterThan(2)
                .allSatisfy(t -> assertThat(width(t))
                        .isLessThanOrEqualTo(PageTable.WINDOW_PIXELS - PageTable.MARGIN_PIXELS))
                .allSatisfy(t -> assertThat(t.rows().get(0).get(0).text()).isEqualTo("P1"))
                .allSatisfy(t -> assertThat(t.phases()).containsExactly(0));
        assertThat(parts.get(0).caption()).isEqualTo("Phases");
        assertThat(parts.get(0).note()).isEqualTo("A note.");
        assertThat(parts.get(1).caption()).isEqualTo("Phases, continued");
        assertThat(parts.get(1).note()).isEmpty();
        assertThat(parts.stream().flatMap(t -> t.columns().stream().skip(1))).extracting(PageTable.Column::heading)
                .containsExactlyElementsOf(wide.columns().stream().skip(1).map(PageTable.Column::heading).toList());
    }

    @Test
    void narrowTableStaysWhole() {
        PageTable narrow = table(6, "12.5 %");
        assertThat(narrow.fitted()).containsExactly(narrow);
    }
}
