package runbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.base.stats.Interval;
import runbench.parser.symbols.FunctionProfile.FunctionShare;
import runbench.parser.symbols.FunctionProfile.LibraryShare;
import runbench.parser.symbols.FunctionProfile;
import runbench.parser.symbols.KeptSymbols.SymbolSource;
import runbench.report.Bounded;

/** Columns, bounds and function profiles on a terminal. */
class TextTableTest {
    @Test
    void numbersAlignRightAndTextAlignsLeft() {
        assertThat(TextTable.text(List.of(TextTable.row("name", "count", "note"), TextTable.row("a", 5, "long text"),
                TextTable.row("bcdef", "12345", "x"))).lines())
                .containsExactly("name   count  note", "a          5  long text", "bcdef  12345  x");
    }

    @Test
    void missingNumbersKeepAColumnNumeric() {
        assertThat(TextTable
                .text(List.of(TextTable.row("", "value"), TextTable.row("a", "-"), TextTable.row("b", "≈ 3.5 %")))
                .lines()).containsExactly("     value", "a        -", "b  ≈ 3.5 %");
    }

    @Test
    void aTableThatIsTooWideSplitsAndRepeatsTheFirstColumn() {
        assertThat(TextTable.text(List.of(TextTable.row("key", "aaaa", "bbbb"), TextTable.row("k", 1, 2)), 10).lines())
                .containsExactly("key  aaaa", "k       1", "", "key  bbbb", "k       2");
    }

    @Test
    void aRowIsLeftOutOfThePartsInWhichItIsEmpty() {
        assertThat(TextTable.text(
                List.of(TextTable.row("key", "aaaa", "bbbb"), TextTable.row("k", 1, ""), TextTable.row("l", "", "x")),
                10).lines()).containsExactly("key  aaaa", "k       1", "l", "", "key  bbbb", "l    x");
    }

    @Test
    void aColumnOfTextThatIsWiderThanTheScreenIsFoldedInATableOfItsOwn() {
        assertThat(TextTable.text(List.of(TextTable.row("key", "n", "text"),
                TextTable.row("k", 1, "one two three four"), TextTable.row("l", 2, "unsplittable")), 14).lines())
                .containsExactly("key  n", "k    1", "l    2", "", "key  text", "k    one two", "     three",
                        "     four", "l    unsplittable");
    }

    @Test
    void aRowOfOneCellIsALineAcrossTheTableAndAppearsOnce() {
        List<String[]> rows = List.of(TextTable.row("key", "aaaa", "bbbb"), TextTable.row("k", 1, 2),
                TextTable.row("... 3 more"));
        assertThat(TextTable.text(rows).lines()).containsExactly("key  aaaa  bbbb", "k       1     2", "... 3 more");
        assertThat(TextTable.text(rows, 10).lines()).containsExactly("key  aaaa", "k       1", "... 3 more", "",
                "key  bbbb", "k       2");
    }

    @Test
    void boundsShareTheirUnit() {
        assertThat(Bounded.words(33.1, new Interval(32.9, 33.2), v -> v + " GB/s")).isEqualTo("33.1 GB/s [32.9, 33.2]");
        assertThat(Bounded.words(1, new Interval(0.5, 1.5), v -> v < 1 ? v * 1000 + " M" : v + " G"))
                .isEqualTo("1.0 G [500.0 M, 1.5 G]");
        assertThat(Bounded.words(1, null, String::valueOf)).isEqualTo("1.0 [unknown]");
        assertThat(Bounded.bounds(new Interval(1.01, 1.02), v -> String.valueOf(Math.round(v)))).isEmpty();
    }

    @Test
    void aFunctionProfileListsSharesAndUnnamedSamples() {
        StringWriter out = new StringWriter();
        FunctionsText.print(
                new FunctionProfile(200, 0.25,
                        List.of(new FunctionShare("solve", "app", true, 150, 0.75, 0.69, 0.8, null),
                                new FunctionShare("other", "app", true, 50, 0.25, 0.2, 0.31, null)),
                        List.of(new LibraryShare("libx.so", "/lib/libx.so", SymbolSource.NONE, 50, 20))),
                1, new PrintWriter(out, true));
        assertThat(out.toString()).startsWith("200 samples")
                .contains("75.0 %   69.0 -  80.0  solve", "25.0 %", "in 1 others (--top)",
                        "not included: 0.250 s in the kernel",
                        "libx.so: 20 samples without a name: stripped of all names");
    }
}
