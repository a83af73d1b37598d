package runbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.parser.compare.Comparer;
import runbench.parser.compare.Comparer.Side;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.ComparisonFamily;
import runbench.parser.compare.MultipleComparison;
import runbench.parser.compare.OutputComparison;
import runbench.parser.compare.OutputComparison.OutputResult;
import runbench.plotter.render.awt.Charts;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.text.PrintedJson;

class SweepTextTest {
    private static final OutputComparison DIFFERENT = new OutputComparison(OutputResult.DIFFERENT, "line 1: other");

    @TempDir
    private Path folder;

    private static MultipleComparison sweep(List<Map<String, String>> points, double... seconds) {
        ComparisonFamily family = new ComparisonFamily(points.size(), false);
        List<Comparison> all = family.pairs()
                .stream()
                .map(p -> new Comparer(Pairing.INTERLEAVED, 0.01, "wall_s", family.size())
                        .compare(side(points, seconds, p.a()), side(points, seconds, p.b()), 4711L, List.of())
                        .with(DIFFERENT, List.of()))
                .toList();
        return MultipleComparison.of(all);
    }

    private static Side side(List<Map<String, String>> points, double[] seconds, int i) {
        Map<String, String> point = points.get(i);
        String name = point.entrySet()
                .stream()
                .map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(","));
        return new Side(name, "./solver " + String.join(" ", point.values()),
                ComparisonExamples.runs(name, 12, seconds[i], 0.002, 7 + i, i), point, List.of());
    }

    private static List<Map<String, String>> threads(String... values) {
        return List.of(values).stream().map(v -> Map.of("threads", v)).toList();
    }

    private static MultipleComparison amdahl() {
        return sweep(threads("1", "2", "4", "8"), IntStream.of(1, 2, 4, 8).mapToDouble(p -> 0.1 + 0.9 / p).toArray());
    }

    private static List<Map<String, String>> product() {
        List<Map<String, String>> points = new ArrayList<>();
        for (String solver : List.of("cg", "gmres")) {
            for (String n : List.of("100", "200", "300")) {
                Map<String, String> point = new LinkedHashMap<>();
                point.put("solver", solver);
                point.put("n", n);
                points.add(point);
            }
        }
        return points;
    }

    private static MultipleComparison solvers() {
        return sweep(product(), 1, 2, 3, 1.5, 2.5, 3.5);
    }

    private static String text(MultipleComparison m) {
        StringWriter out = new StringWriter();
        RankingText.print(m, inAll -> "runbench compare --resume DIR -n " + inAll, new PrintWriter(out, true));
        assertThat(out.toString().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        return out.toString();
    }

    @Test
    void parallelValuesHaveSpeedupAndEfficiency() {
        String text = text(amdahl());
        assertThat(text).contains("Best of 4 in wall time: threads=8, 0.21")
                .contains("./solver 1  to  ./solver 8")
                .contains("12 interleaved rounds of 4 values")
                .contains("! threads=1 and threads=2 print different outputs; line 1: other")
                .containsPattern("threads +mean +\\+- 95 % +median +x threads=1")
                .containsPattern("4 +32[45]\\.\\d+ ms +0\\.\\d+ % +32[45]\\.\\d+ ms +0\\.32\\d+ \\(0\\.3\\d+-0\\.3\\d")
                .containsPattern("4 +.*3\\.0\\d \\(7[67] %\\)");
    }

    @Test
    void otherValuesHaveRatiosOnlyAndMayPrintOtherOutputs() {
        String text = text(solvers());
        assertThat(text).contains("Best of 6 in wall time: solver=cg,n=100, the first value")
                .containsPattern("solver,n +mean")
                .containsPattern("gmres,300 +3\\.\\d+ s")
                .doesNotContain("efficiency")
                .doesNotContain("different outputs");
    }

    @Test
    void twoValuesAreASweepToo() {
        String text = text(sweep(threads("1", "2"), 1, 0.5));
        assertThat(text).contains("Best of 2 in wall time: threads=2, 0.49")
                .contains("2.00 (100 %)")
                .doesNotContain("Bonferroni)");
    }

    @Test
    void jsonAndCsvHaveTheParameters() throws IOException {
        JsonNode json = new ObjectMapper().readTree(PrintedJson.text(OutputFormat.COMPARISON, amdahl()));
        PublishedSchemas.check(OutputFormat.COMPARISON, json);
        assertThat(json.path("sweep").path("parallel").asText()).isEqualTo("threads");
        assertThat(json.path("sweep").path("points").path(3).path("parameters").path("threads").asText())
                .isEqualTo("8");
        assertThat(json.path("comparison").path("b").path("parameters").path("threads").asText()).isEqualTo("2");
        Path csv = folder.resolve("sweep.csv");
        ComparisonCsv.write(solvers(), csv);
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines.get(0)).isEqualTo("solver,n,metric,unit,run,value,ratio,low,high,p,p_holm,verdict");
        assertThat(lines).hasSize(1 + 6 * 3 * 12);
        assertThat(lines.stream().filter(l -> l.startsWith("gmres,200,wall_s,s,"))).hasSize(12)
                .allMatch(l -> l.endsWith(",worse"));
    }

    @Test
    void theChartShowsScalingWithItsIdeal() {
        assertThat(Charts.svg(SweepChart.figure(amdahl()))).contains("speedup")
                .contains("efficiency")
                .contains("ideal")
                .contains("threads");
        assertThat(Charts.svg(SweepChart.figure(solvers()))).contains("solver=gmres").doesNotContain("ideal");
        List<Map<String, String>> names = List.of(Map.of("solver", "cg"), Map.of("solver", "gmres"));
        assertThat(Charts.svg(SweepChart.figure(sweep(names, 1, 2)))).contains("solver=gmres");
        assertThat(HtmlPage.text(RankingReport.page(amdahl()))).contains("Best of 4 in wall time")
                .contains("threads=4 and threads=1");
    }

    @Test
    void geometricValuesAreRecognised() {
        assertThat(SweepChart.isGeometric(new double[]{1, 2, 4, 8})).isTrue();
        assertThat(SweepChart.isGeometric(new double[]{10, 100, 1000})).isTrue();
        assertThat(SweepChart.isGeometric(new double[]{100, 102, 104})).isFalse();
        assertThat(SweepChart.isGeometric(new double[]{1, 2, 3, 4})).isFalse();
        assertThat(SweepChart.isGeometric(new double[]{1, 2})).isFalse();
        assertThat(SweepChart.isGeometric(new double[]{0, 1, 2})).isFalse();
    }
}
