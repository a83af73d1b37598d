package runbench.cli.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.report.text.BenchTables;
import runbench.report.text.ClocksText.Published;
import runbench.sync.clock.Characterisation.Costs;
import runbench.sync.clock.Characterisation.SourceReport;
import runbench.sync.service.ServiceBench;
import runbench.sync.session.BenchSession.ServiceResult;

@Tag("scenario")
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
        assertThat(table.lines().filter(l -> l.contains("(table 6)"))).singleElement().asString().endsWith("1.18");
        assertThat(table.lines().filter(l -> l.startsWith("this machine, cold"))).singleElement()
                .asString()
                .endsWith("0.240");
    }

    @Test
    void aServiceWithoutScatterIsBelowWhatReadingsTell() {
        double[] quiet = new double[20];
        ServiceBench.Series s = new ServiceBench.Series(1, 1, quiet, quiet, quiet, 0, 0, 0, 0, 0);
        StringWriter table = new StringWriter();
        BenchTables.print(List.of(new ServiceResult("quiet", List.of(s), null)), new PrintWriter(table, true));
        assertThat(table.toString()).contains("< 0.001");
    }
}
