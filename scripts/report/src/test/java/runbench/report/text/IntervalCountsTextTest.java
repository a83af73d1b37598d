package runbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import runbench.parser.interval.IntervalCounts;
import runbench.parser.interval.IntervalCounts.IntervalCount;
import runbench.parser.interval.IntervalCounts.IntervalMetric;
import runbench.parser.record.EventInfo;
import runbench.parser.record.EventInfo.CountScope;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.Term;

class IntervalCountsTextTest {
    private static EventInfo event(String name, String unit, boolean counted) {
        return new EventInfo(name, unit, Term.of(CountSource.class, "software"), 1, 2, 0,
                counted ? List.of(0) : List.of(), Term.of(CountScope.class, "user+kernel"), counted ? "" : "no PMU",
                true, "", unit.endsWith("Joules"));
    }

    private static IntervalCounts interval(IntervalCount... counts) {
        return new IntervalCounts(0, 1_000_104_921L, 1_000_104_921L, 1_000_000_000L, List.of(counts), List.of());
    }

    private static IntervalCounts several() {
        return new IntervalCounts(0, 1_000_104_921L, 1_000_104_921L, 1_000_000_000L,
                List.of(new IntervalCount(event("task-clock", "ns", true), 54_318_631L, 54_318_631L, 1, 0.109e9),
                        new IntervalCount(event("page-faults", "faults", true), 1_271L, 54_318_631L, 1, 23_398.9),
                        new IntervalCount(event("cpu-cycles", "cycles", false), null, 0, 1, Double.NaN),
                        new IntervalCount(event("instructions", "instructions", true), 300L, 25_000L, 0.25, 1.2e9),
                        new IntervalCount(event("branches", "branches", true), null, 0, 1, Double.NaN),
                        new IntervalCount(event("power/energy-pkg/", "0.5 Joules", true), 30L, 100L, 1, 15)),
                List.of(new IntervalMetric("ipc", 1.5)));
    }

    @Test
    void csvHasTheFieldsOfPerf() {
        assertThat(IntervalCountsText.csv(several())).containsExactly(
                "1.000104921,54.318631,msec,task-clock,54318631,100.00,0.109,CPUs utilized",
                "1.000104921,1271,,page-faults,54318631,100.00,23.399,K/sec",
                "1.000104921,<not supported>,,cpu-cycles,0,100.00,,",
                "1.000104921,1200,,instructions,25000,25.00,1.200,G/sec",
                "1.000104921,<not counted>,,branches,0,100.00,,",
                "1.000104921,15.000000,J,power/energy-pkg/,100,100.00,7.500,W", "1.000104921,,,,,,1.500,ipc");
    }

    @Test
    void tableMarksEstimates() {
        List<String> rows = IntervalCountsText.rows(several());
        assertThat(rows).hasSize(7).allMatch(row -> row.startsWith("     1.000104921 "));
        assertThat(rows.get(0)).matches(".* 54\\.32 msec +task-clock +# +0\\.109 CPUs utilized");
        assertThat(rows.get(1)).matches(".* 1,271 +page-faults +# +23\\.399 K/sec");
        assertThat(rows.get(2)).endsWith("<not supported>      cpu-cycles");
        assertThat(rows.get(3)).contains(" 1,200 ").endsWith("(estimate: counted 25.0 % of the time)");
        assertThat(rows.get(6)).matches(" +1\\.000104921 +# +1\\.500 ipc");
    }

    @Test
    void largeCountsAreExact() {
        assertThat(IntervalCountsText.csv(interval(
                new IntervalCount(event("instructions", "instructions", true), 9_007_199_254_740_993L, 1, 1, 1))))
                .singleElement()
                .asString()
                .contains(",9007199254740993,");
    }

    @Test
    void nameWithACommaIsQuoted() {
        assertThat(IntervalCountsText
                .csv(interval(new IntervalCount(event("cpu/event=0x3c,umask=0/", "events", true), 1L, 1, 1, 1))))
                .singleElement()
                .asString()
                .contains(",\"cpu/event=0x3c,umask=0/\",");
    }
}
