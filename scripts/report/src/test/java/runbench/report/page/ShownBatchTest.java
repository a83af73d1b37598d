package runbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.page.ShownBatch.ChangeVerdict;
import runbench.report.page.ShownBatch.Judged;
import runbench.report.page.ShownBatch.Past;
import runbench.report.page.ShownBatch.Row;

/** Verdicts on the runs of a batch relative to simulated earlier batches. */
class ShownBatchTest {
    private static Past past(int batch, double wallS, double cpuS, double faults) {
        return new Past("b" + batch, "2026-01-31T02:10:11Z", wallS, cpuS, Map.of("page-faults", faults), 1000, 0.01, 3,
                true, "Runbench 1, Java 17", "Linux 6.1", "CPU", "open:403.gcc", List.of());
    }

    private static Row row(String benchmark, List<Past> past) {
        return new Row(benchmark, "1ms", true, "", "", past, null, new byte[0]);
    }

    private static ChangeVerdict verdict(Row row, String quantity) {
        return new ShownBatch("f", List.of(), List.of(row)).judged()
                .get(row)
                .stream()
                .filter(j -> j.quantity().equals(quantity))
                .findFirst()
                .orElseThrow()
                .verdict();
    }

    private static Row history(long seed, int earlier, double noise, double last, double faults) {
        Random random = new Random(seed);
        List<Past> all = new ArrayList<>();
        for (int i = 0; i <= earlier; i++) {
            double ratio = i == earlier ? last : 1;
            all.add(past(i, 10 * ratio * Math.exp(0.2 * random.nextGaussian()),
                    10 * ratio * Math.exp(noise * random.nextGaussian()), i == earlier ? faults : 10_000));
        }
        return row("403.gcc", all);
    }

    @Test
    void cpuTimeDecidesWhereWallTimeIsNoisy() {
        Row slower = history(1, 8, 0.004, 1.08, 10_000);
        assertThat(verdict(slower, "cpu_s")).isEqualTo(ChangeVerdict.MORE);
        assertThat(verdict(slower, "wall_s")).isEqualTo(ChangeVerdict.CANNOT_TELL);
        assertThat(verdict(slower, "page-faults")).isEqualTo(ChangeVerdict.UNCHANGED);
        assertThat(verdict(history(1, 8, 0.004, 1, 13_000), "page-faults")).isEqualTo(ChangeVerdict.MORE);
    }

    @Test
    void asBeforeRequiresThatAChangeWouldShow() {
        assertThat(verdict(history(2, 8, 0.004, 1, 10_000), "cpu_s")).isEqualTo(ChangeVerdict.UNCHANGED);
        assertThat(verdict(history(2, 8, 0.1, 1, 10_000), "cpu_s")).isEqualTo(ChangeVerdict.CANNOT_TELL);
        assertThat(verdict(history(2, 2, 0.004, 1, 10_000), "cpu_s")).as("two earlier runs")
                .isEqualTo(ChangeVerdict.CANNOT_TELL);
    }

    /** Three equal small counts do not predict the next one exactly. */
    @Test
    void oneMoreOfASmallCountIsNoChange() {
        List<Past> all = List.of(past(0, 1, 1, 2), past(1, 1, 1, 2), past(2, 1, 1, 2), past(3, 1, 1, 3));
        assertThat(verdict(row("403.gcc", all), "page-faults")).isEqualTo(ChangeVerdict.CANNOT_TELL);
    }

    @Test
    void equalRunsAreSeldomCalledChanged() {
        int batches = 0;
        for (int seed = 0; seed < 200; seed++) {
            List<Row> rows = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                rows.add(history(1000L * seed + i, 8, 0.01, 1, 10_000));
            }
            batches += new ShownBatch("f", List.of(), rows).judged()
                    .values()
                    .stream()
                    .flatMap(List::stream)
                    .map(Judged::verdict)
                    .anyMatch(v -> v == ChangeVerdict.MORE || v == ChangeVerdict.LESS) ? 1 : 0;
        }
        assertThat(batches).as("of 200 batches without a change").isLessThanOrEqualTo(16);
    }

    @Test
    void thePageShowsTheLimitsOfEachRun() {
        String html = HtmlPage
                .text(BatchPage.of(new ShownBatch("f", List.of(), List.of(history(1, 8, 0.004, 1, 1e4)))));
        assertThat(html)
                .contains("open:403.gcc (NOT SPEC)", "1000 samples, 1", "% of the periods irregular, 3 records lost.",
                        "2026-01-31T02:10:11Z · Runbench 1, Java 17 · Linux 6.1", "as before: CPU time (±")
                .doesNotContain("NaN", "null");
    }
}
