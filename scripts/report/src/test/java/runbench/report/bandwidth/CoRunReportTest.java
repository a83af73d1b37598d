package runbench.report.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import runbench.base.stats.Interval;
import runbench.schedule.contention.CoRun;
import runbench.schedule.contention.CoRun.CoRunGroup;
import runbench.schedule.contention.CoRun.CoRunProgram;
import runbench.schedule.contention.CoRun.Group;

class CoRunReportTest {
    private static CoRunGroup group(Group group, double low, double median, double high, Double traffic) {
        return new CoRunGroup(group, 2, median, group == Group.ALONE ? null : new Interval(low, high), 6, traffic);
    }

    private static CoRun of(String trafficSource, CoRunGroup bbma, CoRunGroup nbbma) {
        return new CoRun(Map.of("processor", "P", "kernel", "6"), "2026-01-01T00:00:00Z", 4, 1, 2, 6, false, 0.1,
                trafficSource,
                List.of(new CoRunProgram("470.lbm", "a program",
                        List.of(group(Group.ALONE, 1, 1, 1, 5e9), group(Group.COPY, 1.1, 1.2, 1.3, 9e9), bbma, nbbma))),
                List.of("a note"));
    }

    private static String sentence(CoRunGroup bbma, CoRunGroup nbbma) {
        CoRun c = of("", bbma, nbbma);
        return CoRunReport.sentence(c, c.programs().get(0));
    }

    @Test
    void tablesHaveTimesAndTraffic() {
        StringWriter text = new StringWriter();
        CoRunReport.print(of("fills from memory", group(Group.BBMA, 1.5, 1.6, 1.7, 21.5e9),
                group(Group.NBBMA, 0.99, 1, 1.01, null)), new PrintWriter(text, true));
        assertThat(text.toString()).contains("with 2 bbma", "1.60 [1.50, 1.70]", "?1.00 [0.99, 1.01]", "2.00 s",
                "memory traffic of all programs together (fills from memory)", "21.5 GB/s", "not counted",
                "note: a note");
        StringWriter uncounted = new StringWriter();
        CoRunReport.print(of("", group(Group.BBMA, 1.5, 1.6, 1.7, null), group(Group.NBBMA, 1, 1, 1, null)),
                new PrintWriter(uncounted, true));
        assertThat(uncounted.toString()).doesNotContain("memory traffic of all");
    }

    @Test
    void theSentenceFollowsFromBothAntagonists() {
        assertThat(sentence(group(Group.BBMA, 1.5, 1.6, 1.7, null), group(Group.NBBMA, 0.99, 1, 1.01, null)))
                .isEqualTo("470.lbm: memory traffic of others slows it: 1.60 [1.50, 1.70] times as long with 2 bbma, "
                        + "1.00 [0.99, 1.01] with 2 nbbma");
        assertThat(sentence(group(Group.BBMA, 1.5, 1.6, 1.7, null), group(Group.NBBMA, 1.4, 1.5, 1.55, null)))
                .contains("slow it without memory traffic, too");
        assertThat(sentence(group(Group.BBMA, 0.99, 1, 1.01, null), group(Group.NBBMA, 0.99, 1, 1.01, null)))
                .isEqualTo("470.lbm: memory traffic of others does not slow it");
        assertThat(sentence(group(Group.BBMA, 0.95, 1.02, 1.1, null), group(Group.NBBMA, 0.99, 1, 1.01, null)))
                .contains("no slowdown above 2 % by memory traffic of others is proven");
    }

    @Test
    void theTrafficIsDrawnOnlyIfItWasCounted() {
        CoRunGroup bbma = group(Group.BBMA, 1.5, 1.6, 1.7, 2e10);
        CoRunGroup nbbma = group(Group.NBBMA, 0.99, 1, 1.01, 5e9);
        assertThat(CoRunReport.chart(of("fills", bbma, nbbma)).panels()).hasSize(2);
        assertThat(CoRunReport.chart(of("", bbma, nbbma)).panels()).hasSize(1);
    }
}
