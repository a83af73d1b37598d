package runbench.base.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void nothingDrivesTheTerminal() {
        assertThat(Printable.of("\u001b[31mred\u0007\u202e")).isEqualTo("\\u001b[31mred\\u0007\\u202e");
        assertThat(Printable.of("a".repeat(100))).isEqualTo("a".repeat(80) + "...");
    }

    @Test
    void messagesKeepTheirLines() {
        assertThat(Printable.lines("one\n\ttwo \u001b\u009b é 名")).isEqualTo("one\n\ttwo \\u001b\\u009b é 名");
        assertThat(Printable.lines("a".repeat(1000))).hasSize(1000);
    }
}
