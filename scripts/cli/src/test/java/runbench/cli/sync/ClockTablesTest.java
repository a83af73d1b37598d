package runbench.cli.sync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.report.text.BenchTables;
import runbench.report.text.ClocksText;
import runbench.report.text.ClocksText.Published;
import runbench.sync.clock.Characterisation.Costs;
import runbench.sync.clock.Characterisation.SourceReport;
import runbench.sync.clock.Characterisation.TimerBlock;
import runbench.sync.service.CostMeter.Cost;
import runbench.sync.service.CostMeter.Quantity;
import runbench.sync.service.ServiceBench;
import runbench.sync.session.BenchSession.ServiceResult;

@Tag("scenario")
@Tag("beside")
class ClockTablesTest {
    private static final double HERTZ = 2.5e9;

    private static SourceReport source(String name, double cycles, double step) {
        double[] warm = new double[1000];
        for (int i = 0; i < warm.length; i++) {
            warm[i] = cycles * (1 + i / 4000.0);
        }
        return new SourceReport(name, null, new Costs(warm), new Costs(new double[]{30 * cycles}), step, 0, 1000);
    }

    private static final List<SourceReport> SOURCES = List.of(source("rdtsc", 20, 0.4), source("tsc", 30, 0.033),
            source("gettimeofday", 60, 1000),
            new SourceReport("hpet", "clock hpet: absent", null, null, Double.NaN, 0, 0));

    @Test
    void tableSixHasItsPrecision() {
        String table = Published.besides(SOURCES, HERTZ);
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
                .endsWith("32 bits, 4 timers; its wraps " + "are counted by CLOCK_MONOTONIC_RAW");
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
