package runbench.base.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void nothingDrivesTheTerminal() {
        assertThat(Printable.of("\u001b[31mred\u0007\u202e")).isEqualTo("\\u001b[31mred\\u0007\\u202e");
        assertThat(Printable.of("a".repeat(100))).isEqualTo("a".repeat(80) + "...");
    }

    @Test
    void aLineStaysALine() {
        assertThat(Printable.line("a\nb\tc\u2028d\ud83d\ude00\udb40\udc01"))
                .isEqualTo("a\\u000ab\\u0009c\\u2028d\ud83d\ude00\\udb40\\udc01");
    }

    @Test
    void outputIsCleanedHoweverItIsWritten() {
        StringWriter written = new StringWriter();
        PrintableOutput out = PrintableOutput.of(new PrintWriter(written));
        out.print("a\u001b");
        out.print('\u0007');
        out.write(0x9b);
        out.print("half \ud83d");
        out.println("\ude00");
        out.printf("%s%n", "\u202e");
        out.println("red\u001b[2J", 31);
        out.flush();
        assertThat(written)
                .hasToString("a\\u001b\\u0007\\u009bhalf \ud83d\ude00\n\\u202e\n\u001b[31mred\\u001b[2J\u001b[0m\n");
        assertThat(PrintableOutput.of(out)).isSameAs(out);
    }

    @Test
    void messagesKeepTheirLines() {
        assertThat(Printable.lines("one\n\ttwo \u001b\u009b é 名")).isEqualTo("one\n\ttwo \\u001b\\u009b é 名");
        assertThat(Printable.lines("a".repeat(1000))).hasSize(1000);
    }
}
