package runbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import runbench.report.ClockFigures;
import runbench.report.text.ClocksText.Published;
import runbench.sync.clock.Characterisation.TimerBlock;
import runbench.sync.eventlog.LogMerge.MergeReport;
import runbench.sync.keep.Keeper;
import runbench.sync.scenario.Scenario.LimitCheck;
import runbench.sync.scenario.Scenario.Verdict;
import runbench.sync.service.CostMeter.Cost;
import runbench.sync.service.CostMeter.Quantity;
import runbench.sync.service.ServiceBench;
import runbench.sync.session.BenchSession.ServiceResult;
import runbench.sync.session.DriftStudy;
import runbench.sync.simulate.Topology;
import runbench.sync.utc.UtcAnswers;
import runbench.sync.utc.UtcAnswers.UtcReading;

/** The texts about clocks: predictions, UTC, scenarios, simulations and merged logs. */
class ClockTextsTest {
    private static String merged(MergeReport report) {
        StringWriter out = new StringWriter();
        LogText.print(report, "root", new PrintWriter(out, true));
        return out.toString();
    }

    private static String utc(UtcReading... readings) {
        StringWriter out = new StringWriter();
        UtcText.print(new UtcAnswers(List.of(readings), List.of("chrony: no answer")), new PrintWriter(out, true));
        return out.toString();
    }

    @Test
    void aLateWindowNamesTheNextPermittedOne() {
        assertThat(KeepText.late(1_000_000_000L, OptionalLong.of(3_500_000_000L), 100_000))
                .isEqualTo("from 1970-01-01T00:00:01Z on, predictions may be less accurate than 100.000 us: "
                        + "the next permitted window is at 1970-01-01T00:00:03.500Z");
        assertThat(KeepText.late(0, OptionalLong.empty(), 100_000)).endsWith("no permitted window is known");
    }

    @Test
    void theSummaryOfPredictionsNamesTheLateNodes() {
        Keeper.Outcome outcome = new Keeper.Outcome(4,
                Map.of("n1", new Keeper.Late(2, 1_500_000_000L), "n2", new Keeper.Late(0, 0)));
        assertThat(KeepText.summary(outcome, 50_000)).isEqualTo(
                "4 windows; predictions may have been less accurate than 50.000 us in 2 intervals: n1 2, 1.5 s");
        assertThat(KeepText.json(outcome).toString()).contains("\"late\":2", "\"late_ns\":1500000000");
    }

    @Test
    void anUnsynchronisedClockHasNoErrors() {
        String text = utc(new UtcReading("kernel", false, "unsynchronised", 0, 0, 0, 0, 0, 0, ""));
        assertThat(text).startsWith("UTC unknown: no time service synchronises this clock")
                .contains("kernel", "chrony: no answer");
    }

    @Test
    void aSynchronisedClockShowsOffsetErrorAndBound() {
        String text = utc(new UtcReading("chrony", true, "tracking", 0, 1_500, 2_000, 30_000, 2e-6, 3, "A1"));
        assertThat(text).startsWith("UTC by chrony: tracking").contains("1.500", "2.000", "30.000", "A1");
    }

    @Test
    void aScenarioMarksAViolatedLimit() {
        Verdict failed = new Verdict("drift",
                List.of(new LimitCheck("worst error, us", 12, LimitCheck.Bound.AT_MOST, 10),
                        new LimitCheck("windows", 4, LimitCheck.Bound.AT_LEAST, 3)),
                List.of(), null);
        assertThat(ScenarioReport.verdict(failed).lines()).satisfiesExactly(
                line -> assertThat(line).startsWith("FAIL  drift").contains("<= 10").endsWith("VIOLATED"),
                line -> assertThat(line).contains(">= 3").doesNotContain("VIOLATED"));
        assertThat(ScenarioReport.summary(List.of(failed))).isEqualTo("1 scenarios: 0 passed, 1 failed, 0 skipped");
    }

    @Test
    void aSkippedScenarioStatesItsReason() {
        assertThat(ScenarioReport.verdict(new Verdict("hosts", List.of(), List.of(), "no namespaces")))
                .startsWith("SKIP  hosts")
                .endsWith("no namespaces");
    }

    @Test
    void aTopologyHasOneRowPerDepthAndOneForAllNodes() {
        List<String[]> rows = ScaleText.rows(List.of(new Topology.Outcome(Topology.Kind.TREE, 7, 60, 20, 1.5,
                List.of(new Topology.Level(1, 2, 1_000, 2_000, 1e-9), new Topology.Level(2, 4, 3_000, 4_000, 2e-9)))));
        assertThat(rows).hasSize(4);
        assertThat(rows.get(1)).startsWith("tree", "7", "1", "2", "1.000", "2.000", "0.0010", "60", "20", "1.5");
        assertThat(rows.get(3)).startsWith("", "", "all", "6");
    }

    @Test
    void aDriftSimulationWithoutToleranceHasNoShareOfSuccess() {
        IntSummaryStatistics resyncs = new IntSummaryStatistics();
        resyncs.accept(1);
        resyncs.accept(3);
        List<String[]> rows = DriftText.rows(List.of(new DriftStudy.Row(DriftStudy.Policy.PREDICTION_ONLY, 0.01, 1800,
                Double.NaN, 2, 5_000, 4_000, resyncs, 20, 0, 0, List.of())));
        assertThat(rows.get(1)).containsExactly("prediction only", "0.01", "30min", "-", "5.0", "-", "4.0", "1-3",
                "20");
    }

    @Test
    void aMergedLogReportsMovesAndContradictions() {
        assertThat(merged(new MergeReport(1_000, 40, 5, 3, 1, 0, 0, 0, 3, 4_200)))
                .startsWith("1,000 events in the time of root; 40 messages matched")
                .contains("received before sent: 5 as recorded, 3 after clock correction, "
                        + "1 of these beyond the clocks' bounds; after ordering 0")
                .contains("3 events moved to satisfy the order of messages, by at most 4.2 us")
                .doesNotContain("check the ids", "without a send");
        assertThat(merged(new MergeReport(10, 4, 0, 0, 0, 2, 1, 3, 0, 0)))
                .contains("! 2 receives are before their sends, in a cycle or on one clock: check the ids",
                        "1 receive without a send", "3 ids were sent more than once and do not define an order")
                .doesNotContain("were moved");
    }

    @Test
    void tableSixHasItsPrecision() {
        String table = Published.besides(ClockFigures.SOURCES, ClockFigures.HERTZ);
        assertThat(table).contains("precision of RDTSC, us");
        assertThat(table.lines().filter(l -> l.contains("(tables 5, 6)"))).singleElement().asString().endsWith("1.18");
        assertThat(table.lines().filter(l -> l.startsWith("this machine, cold"))).singleElement()
                .asString()
                .endsWith("0.240");
    }

    @Test
    void anHpetIsDescribedByItsCapabilities() {
        assertThat(ClocksText.timerBlock(new TimerBlock(14_318_180, 3, 64)))
                .isEqualTo("hpet: 14.318180 MHz, 64 bits, 3 timers");
        assertThat(ClocksText.timerBlock(new TimerBlock(14_318_180, 4, 32)))
                .endsWith("32 bits, 4 timers; its wraps are counted by CLOCK_MONOTONIC_RAW");
    }

    @Test
    void aServiceWithoutScatterIsBelowWhatReadingsTell() {
        double[] quiet = new double[20];
        ServiceBench.Series s = new ServiceBench.Series(1, 1, quiet, quiet, quiet, 0, 0, 0, 0, 0, List.of());
        StringWriter table = new StringWriter();
        BenchTables.print(List.of(new ServiceResult("quiet", List.of(s), null)), new PrintWriter(table, true), 0);
        assertThat(table.toString()).contains("< 0.001");
    }

    /** A quantity that was not counted has a mark and a reason in the table, and null in JSON. */
    @Test
    void costsOfReadingsAreShownWithTheirReasons() {
        double[] quiet = new double[20];
        List<Cost> costs = List.of(new Cost(Quantity.CPU_TIME, 41.5, 7.5, ""),
                Cost.notCounted(Quantity.CACHE_MISSES, "no hardware PMU is visible"));
        ServiceBench.Series s = new ServiceBench.Series(10, 9.5, quiet, quiet, quiet, 0, 0, 0, 0, 0, costs);
        List<ServiceResult> results = List.of(new ServiceResult("ours", List.of(s), null));
        StringWriter table = new StringWriter();
        BenchTables.print(results, new PrintWriter(table, true), 0);
        assertThat(table.toString().lines().map(l -> l.replaceAll(" +", " "))).contains(
                "reading loop without service 10.0 7.5 -", "ours 9.5 41.5 -",
                "cache misses not counted: no hardware PMU is visible");
        JsonNode json = BenchTables.json(results, "realtime").at("/0/rates/0/costs");
        assertThat(json.at("/0/per_reading").asDouble()).isEqualTo(41.5);
        assertThat(json.at("/0/loop_per_reading").asDouble()).isEqualTo(7.5);
        assertThat(json.at("/0/not_counted").isMissingNode()).isTrue();
        assertThat(json.at("/1/per_reading").isNull()).isTrue();
        assertThat(json.at("/1/not_counted").asText()).isEqualTo("no hardware PMU is visible");
    }
}
