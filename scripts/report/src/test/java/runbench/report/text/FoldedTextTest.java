package runbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class FoldedTextTest {
    private static String folded(int columns, String text) {
        StringWriter out = new StringWriter();
        FoldedText.print(columns, new PrintWriter(out, true), to -> to.print(text));
        return out.toString();
    }

    @Test
    void aRowContinuesBelowItsSecondColumn() {
        assertThat(folded(50, "  page-faults            47,251 faults   mean 29.4 k faults/s of running time\n"))
                .isEqualTo("""
                          page-faults            47,251 faults   mean 29.4
                                                 k faults/s of running
                                                 time
                        """);
        assertThat(folded(50, " ".repeat(25) + "phase B: 2 times, 48.8 % of the time\n")).isEqualTo("""
                                                 phase B: 2 times, 48.8 %
                                                 of the time
                        """);
    }

    @Test
    void aTableIsAsWideAsTheTerminal() {
        StringWriter out = new StringWriter();
        List<String[]> rows = List.of(TextTable.row("key", "aaaa", "bbbb"), TextTable.row("k", 1, 2));
        FoldedText.print(10, new PrintWriter(out, true), to -> to.table(rows));
        assertThat(out.toString()).isEqualTo("key  aaaa\nk       1\n\nkey  bbbb\nk       2\n");
        out.getBuffer().setLength(0);
        FoldedText.print(0, new PrintWriter(out, true), to -> to.table(rows));
        assertThat(out.toString()).isEqualTo("key  aaaa  bbbb\nk       1     2\n");
    }

    @Test
    void anotherLineContinuesWithTwoMoreSpaces() {
        assertThat(folded(20, "one two three four five\n  six seven eight nine\n"))
                .isEqualTo("one two three four\n  five\n  six seven eight\n    nine\n");
    }

    @Test
    void wordsAreNotSplitAndWhatFitsIsNotChanged() {
        assertThat(folded(10, "  page: a/long/path/page.html end\n"))
                .isEqualTo("  page:\n    a/long/path/page.html\n    end\n");
        assertThat(folded(9, "123456789\n\n")).isEqualTo("123456789\n\n");
        assertThat(folded(0, "a line without a terminal\n")).isEqualTo("a line without a terminal\n");
    }

    @Test
    void aRowOfATableContinuesInItsLastColumnOfTheFirstHalf() {
        assertThat(folded(40, "ok       scope     a run follows each task and its children\n")).isEqualTo("""
                ok       scope     a run follows each
                                   task and its children
                """);
    }

    @Test
    void linesAreFoldedWhenTheyAreCompleteHoweverTheyArePrinted() {
        StringWriter terminal = new StringWriter();
        PrintWriter out = FoldedOutput.of(new PrintWriter(terminal, true), 20);
        out.print("one two ");
        out.printf("three %s", "four");
        assertThat(terminal.toString()).isEmpty();
        out.println(" five");
        assertThat(terminal.toString()).isEqualTo("one two three four\n  five\n");
        out.println("\u001b[31ma coloured line is never folded\u001b[0m");
        out.print("the end");
        FoldedOutput.end(out);
        assertThat(terminal.toString()).endsWith("\u001b[31ma coloured line is never folded\u001b[0m\nthe end");
        PrintWriter file = new PrintWriter(terminal);
        assertThat(FoldedOutput.of(file, 0)).as("no terminal").isSameAs(file);
    }
}
