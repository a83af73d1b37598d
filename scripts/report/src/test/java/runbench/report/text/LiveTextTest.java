package runbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import runbench.base.timeline.ReferenceTime;
import runbench.report.text.LogText.LiveText;
import runbench.sync.eventlog.LogType.LogKind;
import runbench.sync.eventlog.LogType.LogWhat;
import runbench.sync.eventlog.LogType;
import runbench.sync.live.LiveEvent;

class LiveTextTest {
    private static LiveEvent event(long n, String comment, long shift, boolean late) {
        return new LiveEvent(n, "node1", 1, 1, n, 1_700_000_000_000_000_000L + n,
                new LogType("token", LogKind.MESSAGE, null), LogWhat.RECEIVE, 7, comment,
                new ReferenceTime(n * 1_500_000_000L, 100, -12_000, 14_000, ReferenceTime.How.PREDICTED), shift, late);
    }

    private static String printed(int columns, boolean recorded, LiveEvent... events) {
        StringWriter out = new StringWriter();
        LiveText text = new LiveText(new PrintWriter(out), columns, recorded);
        for (LiveEvent e : events) {
            text.print(e);
        }
        return out.toString();
    }

    @Test
    void aLineShowsTimeErrorAndShift() {
        assertThat(
                printed(0, false, event(1, "", 0, false), event(2, "over", 4200, false), event(3, "", 0, true)).lines())
                .containsExactly("     0.000000 ±14us     node1      receive token #7",
                        "     1.500004~±14us     node1      receive token #7  over  (moved by 4.2 us)",
                        "     3.000000!±14us     node1      receive token #7  (late)");
    }

    @Test
    void recordedTimesUseTheNodesOwnClock() {
        assertThat(printed(0, true, event(1000, "", 4200, false))).startsWith("22:13:20.000001 ")
                .doesNotContain("±")
                .doesNotContain("moved");
    }

    @Test
    void terminalLinesAreTruncatedAndContainNoControlCharacters() {
        String line = printed(80, false, event(1, "\u001b[2J\u009b1m" + "x".repeat(200), 0, false)).replaceFirst("\\R$",
                "");
        assertThat(line).startsWith("\u001b[36m").endsWith(">\u001b[0m");
        assertThat(line.substring(5, line.length() - 4)).hasSize(80).doesNotContain("\u001b").doesNotContain("\u009b");
    }
}
