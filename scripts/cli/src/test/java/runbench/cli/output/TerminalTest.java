package runbench.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalTest {
    @Test
    void helpFollowsColumnsThenTheTerminal() {
        assertThat(Terminal.helpColumns(null, null)).isEqualTo(80);
        assertThat(Terminal.helpColumns(null, "132")).isEqualTo(132);
        assertThat(Terminal.helpColumns("100", "132")).isEqualTo(100);
        assertThat(Terminal.helpColumns("0", "")).isEqualTo(80);
        assertThat(Terminal.helpColumns("20", null)).as("narrower text cannot be laid out").isEqualTo(60);
    }

    @Test
    void outputFollowsColumnsOnATerminalOnly() {
        assertThat(Terminal.outputColumns("100", null)).isZero();
        assertThat(Terminal.outputColumns(null, "132")).isEqualTo(132);
        assertThat(Terminal.outputColumns("100", "132")).isEqualTo(100);
        assertThat(Terminal.outputColumns("wide", "0")).as("a terminal without a size").isEqualTo(80);
    }

    @Test
    void progressStatesOnlyWhatIsKnown() {
        assertThat(Terminal.line("reading", "samples", 0, 2_000, 0, 80))
                .isEqualTo("reading:   0 %, 0 of 2,000 samples");
        assertThat(Terminal.line("reading", "samples", 500, 2_000, 1_000_000_000, 80))
                .isEqualTo("reading:  25 %, 500 of 2,000 samples, 3 s left");
        assertThat(Terminal.line("reading", "samples", 2_000, 2_000, 1_000_000_000, 80)).doesNotContain("left");
        assertThat(Terminal.line("merging", "events", 1_234, 0, 1_000_000_000, 80)).isEqualTo("merging: 1,234 events");
        assertThat(Terminal.line("merging", "events", 1_234, 0, 1_000_000_000, 10)).isEqualTo("merging: 1");
    }
}
