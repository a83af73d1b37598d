package runbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.compare.Comparer;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.MultipleComparison;
import runbench.parser.compare.OutputComparison;
import runbench.parser.compare.OutputComparison.OutputResult;
import runbench.parser.compare.RunValues;
import runbench.plotter.render.awt.Charts;

class ComparisonTextTest {
    @TempDir
    private Path folder;

    private static String text(Comparison c) {
        StringWriter out = new StringWriter();
        ComparisonText.print(c, inAll -> "runbench compare --resume DIR --run " + inAll, new PrintWriter(out, true));
        assertThat(out.toString().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        return out.toString();
    }

    @Test
    void theFirstLineIsTheVerdict() {
        String text = text(ComparisonExamples.faster());
        assertThat(text.lines().findFirst().orElseThrow())
                .matches("B is 1\\.03\\d+ \\(1\\.03\\d*-1\\.03\\d*\\) x as fast as A in wall time");
        assertThat(text).contains("10 interleaved pairs, random order with seed 4711")
                .contains("better")
                .contains("page-faults")
                .contains("not compared: L1D_ALL_REF - A: not counted: no hardware PMU");
        assertThat(text(ComparisonExamples.compare(Pairing.INTERLEAVED, 10, 1.034, 0.002, "wall_s")))
                .startsWith("A is 1.03");
    }

    @Test
    void reservationsComeFirst() {
        String text = text(ComparisonExamples.elsewhere());
        assertThat(text).startsWith("! More than one thing differs")
                .contains("kernel: A Linux 6.1.0-18-amd64 x.., B Linux 6.1.0-21")
                .contains("noise sources in 4 of 20 runs: load 3.5 on 2 CPUs");
        assertThat(text.indexOf("kernel")).isLessThan(text.indexOf("x as fast"));
    }

    @Test
    void inconclusiveIsNotTheSame() {
        String noisy = text(ComparisonExamples.compare(Pairing.INTERLEAVED, 10, 1, 0.1, "wall_s"));
        assertThat(noisy).startsWith("No verdict yet on wall time")
                .containsPattern("too noisy here to decide about \\+-1 %: 10 pairs resolve \\+-\\d+ %; use a quieter")
                .doesNotContain("more pairs");
        assertThat(text(ComparisonExamples.compare(Pairing.INTERLEAVED, 10, 1, 0.02, "wall_s"))).containsPattern(
                "about \\d+ more pairs needed for a verdict: runbench\\s+compare\\s+--resume\\s+DIR\\s+--run "
                        + "\\d+");
        assertThat(text(ComparisonExamples.compare(Pairing.INTERLEAVED, 10, 1, 0.0005, "wall_s")))
                .startsWith("A and B are the same in wall time within +-1 %");
        assertThat(text(ComparisonExamples.compare(Pairing.INTERLEAVED, 5, 1.1, 0.001, "wall_s")))
                .contains("with 5 pairs p < 0.05 is impossible; at least 6 are");
        assertThat(text(ComparisonExamples.compare(Pairing.UNPAIRED, 10, 1.1, 0.001, "wall_s")))
                .contains("10 and 10 runs, not paired")
                .contains("not paired: a drift");
        assertThat(text(ComparisonExamples.compare(Pairing.UNPAIRED, 1, 1.1, 0.001, "wall_s")))
                .startsWith("No verdict: one run per side");
    }

    /** The medians of these sides differ in the other direction than the pairs. */
    @Test
    void theNumbersOfOneLineAgree() {
        double[] a = {1, 2, 3, 4, 5, 6, 7};
        double[] b = {1.1, 2.2, 3.3, 3.9, 5.5, 6.6, 7.7};
        Comparison c = ComparisonExamples.pairs(a, b);
        assertThat(c.primary().medianB()).isLessThan(c.primary().medianA());
        String row = text(c).lines().filter(l -> l.startsWith("wall_s")).findFirst().orElseThrow();
        String[] cells = row.trim().split(" +");
        double ratio = Double.parseDouble(cells[3]) / Double.parseDouble(cells[1]);
        assertThat(ratio).isGreaterThan(1).isCloseTo(1 + Double.parseDouble(cells[5]) / 100, within(0.001));
    }

    @Test
    void outputsFailuresAndChoiceOfTheQuantityAreReported() {
        Comparison c = ComparisonExamples.faster();
        assertThat(text(c.chosenBy("A could run for 99 % of its wall time, B for 98 %: both hardly wait")
                .with(new OutputComparison(OutputResult.SAME, null), List.of())))
                .contains("wall time decides: A could run for 99 %")
                .contains("A and B print the same output in all runs");
        assertThat(text(c.with(new OutputComparison(OutputResult.DIFFERENT, "line 2: A 'x', B ends"), List.of())))
                .startsWith("! A and B print different outputs; line 2: A 'x', B ends");
        assertThat(text(c.with(new OutputComparison(OutputResult.VARYING, "B"),
                List.of("B ended with exit status 3 in 6 of 6 runs"))))
                .startsWith("! B ended with exit status 3 in 6 of 6 runs")
                .contains("the output of B varies from run to run, so it is not compared");
    }

    @Test
    void emulatedCountsNeedNoTest() {
        Comparison c = new Comparer(Pairing.UNPAIRED, 0.01, "page-faults").compare("old", List.of(emulated(1000)),
                "new", List.of(emulated(1050)), null, List.of());
        assertThat(text(c)).startsWith("B has 1.05000 x as much page-faults as A: B is worse")
                .contains("1 and 1 runs, emulated")
                .contains("emulated counts need no test")
                .doesNotContain("impossible")
                .doesNotContain("fewer than 4 runs");
    }

    private static RunValues emulated(double faults) {
        return new RunValues("r", null, Map.of(ComparisonExamples.FAULTS, faults), Map.of(), Map.of(),
                Set.of("page-faults"));
    }

    @Test
    void anyQuantityCanBePrimary() {
        assertThat(text(ComparisonExamples.compare(Pairing.INTERLEAVED, 10, 0.8, 0.002, "ipc")))
                .startsWith("B has 1.25")
                .contains("as A: B is better");
    }

    @Test
    void csvContainsEveryRunAndAbsentMetrics() throws IOException {
        Path csv = folder.resolve("c.csv");
        ComparisonCsv.write(MultipleComparison.of(List.of(ComparisonExamples.faster())), csv);
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines.get(0))
                .isEqualTo("metric,unit,run,a,b,paired,ratio,low,high,p,p_holm,verdict,absent,program_a,program_b");
        assertThat(lines).hasSize(1 + 3 * 10 + 1)
                .anyMatch(l -> l.startsWith("page-faults,faults,10,1234.0,1234.0,true,1.0,1.0,1.0,1.0,"));
        assertThat(lines.get(31)).startsWith("L1D_ALL_REF,,,,")
                .endsWith("A: not counted: no hardware PMU is visible in this virtual machine,A,B");
    }

    @Test
    void otavaGetsARowPerRunAndADefinition() throws IOException {
        Map<String, List<RunValues>> series = new LinkedHashMap<>();
        series.put("403.gcc 1ms", ComparisonExamples.runs("A", 3, 1, 0.01, 1, 0));
        String yaml = Files.readString(OtavaSeries.write(series, folder));
        assertThat(yaml).isEqualTo("""
                tests:
                  '403.gcc-1ms':
                    type: csv
                    file: '403.gcc-1ms.csv'
                    time_column: time
                    attributes: [run]
                    csv_options:
                      delimiter: ','
                      quotechar: '"'
                    metrics:
                      'wall_s':
                        column: 'wall_s'
                        direction: -1
                        scale: 1
                      'ipc':
                        column: 'ipc'
                        direction: 1
                        scale: 1
                      'page-faults':
                        column: 'page-faults'
                        direction: -1
                        scale: 1
                """);
        List<String> csv = Files.readAllLines(folder.resolve("403.gcc-1ms.csv"));
        assertThat(csv.get(0)).isEqualTo("time,run,wall_s,ipc,page-faults");
        assertThat(csv).hasSize(4).anyMatch(l -> l.matches("2023-11-14T22:13:20Z,A/1,[0-9.]+,[0-9.]+,1234\\.0"));
    }

    @Test
    void theChartShowsPairsIntervalsAndMargin() {
        assertThat(Charts.svg(ComparisonChart.figure(ComparisonExamples.elsewhere()))).contains("x as fast")
                .contains("±1 %")
                .contains("page-faults")
                .contains("More than one thing differs");
        assertThat(Charts
                .svg(ComparisonChart.figure(ComparisonExamples.compare(Pairing.UNPAIRED, 1, 1.1, 0.01, "wall_s"))))
                .contains("not paired");
    }
}
