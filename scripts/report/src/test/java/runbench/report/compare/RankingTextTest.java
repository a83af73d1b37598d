package runbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.OutputFormat;
import runbench.base.json.PublishedSchemas;
import runbench.base.quantity.Numbers;
import runbench.parser.compare.Comparer;
import runbench.parser.compare.Comparer.Side;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.ComparisonFamily;
import runbench.parser.compare.MultipleComparison;
import runbench.parser.compare.OutputComparison;
import runbench.parser.compare.OutputComparison.OutputResult;
import runbench.parser.compare.RunValues;
import runbench.plotter.render.awt.Charts;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.text.PrintedJson;

class RankingTextTest {
    private static final OutputComparison SAME = new OutputComparison(OutputResult.SAME, null);

    @TempDir
    private Path folder;

    private static List<Comparison> comparisons(boolean pairwise, double noise, String primary, double... seconds) {
        ComparisonFamily family = new ComparisonFamily(seconds.length, pairwise);
        List<List<RunValues>> programs = IntStream.range(0, seconds.length)
                .mapToObj(p -> ComparisonExamples.runs(Numbers.letters(p), 12, seconds[p], noise, 7 + p, p))
                .toList();
        return family.pairs()
                .stream()
                .map(p -> new Comparer(Pairing.INTERLEAVED, 0.01, primary, family.size()).compare(side(p.a(), programs),
                        side(p.b(), programs), 4711L, List.of()))
                .map(c -> c.with(SAME, List.of()))
                .toList();
    }

    private static Side side(int program, List<List<RunValues>> programs) {
        return new Side(Numbers.letters(program), "./solver-" + program + " --size 300 --threads 1",
                programs.get(program));
    }

    private static String text(List<Comparison> all) {
        StringWriter out = new StringWriter();
        RankingText.print(MultipleComparison.of(all), inAll -> "runbench compare --resume DIR -n " + inAll,
                new PrintWriter(out, true));
        assertThat(out.toString().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        return out.toString();
    }

    @Test
    void everyProgramHasAVerdictAndAPlaceInTheRanking() {
        String text = text(comparisons(false, 0.002, "wall_s", 1, 1.23, 0.8, 1));
        List<String> lines = text.lines().toList();
        assertThat(lines.get(0)).matches("B takes 1\\.2[23]\\d* \\(1\\.2\\d+-1\\.2\\d+\\) x as long as A in wall time");
        assertThat(lines.get(1)).startsWith("C takes 0.80").endsWith("x as long as A in wall time");
        assertThat(lines.get(2)).startsWith("A and D are the same in wall time within +-1 %: D/A = ");
        List<String> ranking = lines.stream().filter(l -> l.matches("[A-D]  \\./solver-.* m?s  .*")).toList();
        assertThat(ranking).extracting(l -> l.substring(0, 1)).hasSize(4).startsWith("C").endsWith("B");
        assertThat(ranking.get(0)).contains("better");
        assertThat(ranking.get(3)).contains("worse");
        assertThat(text)
                .containsPattern(
                        "12 interleaved rounds of 4 programs, random order with seed 4711; 95 % for\\s+all 3 comp")
                .contains("all programs print the same output in all runs")
                .containsPattern("ipc +2 +-18\\.\\d+ ! +\\+2[45]\\.\\d+ ! +[+-]0\\.\\d+ =")
                .containsPattern("page-faults +1\\.23 k +\\+0\\.0 = +\\+0\\.0 = +\\+0\\.0 =");
    }

    @Test
    void allPairsAreDecidedOnRequest() {
        String text = text(comparisons(true, 0.002, "wall_s", 1, 1.23, 0.8));
        assertThat(text).containsPattern("C takes 0\\.65\\d* \\(0\\.6\\d+-0\\.6\\d+\\) x as long as B")
                .containsPattern("95 % for\\s+all 3 comparisons");
    }

    @Test
    void aQuantityOfWhichMoreIsBetterIsRankedDownwards() {
        String text = text(comparisons(false, 0.002, "ipc", 1, 1.23, 0.8));
        assertThat(text.lines().filter(l -> l.matches("[A-C]  \\./.*(better|worse)")).findFirst().orElseThrow())
                .startsWith("C");
        assertThat(text).contains("C has 1.2").contains("as A: C is better");
    }

    @Test
    void theProgramThatNeedsMostRoundsGivesTheAdvice() {
        assertThat(text(comparisons(false, 0.02, "wall_s", 1, 1.2, 1)))
                .containsPattern("about \\d+ more rounds\\s+needed for a verdict:\\s+runbench compare --resume DIR");
        assertThat(text(comparisons(false, 0.1, "wall_s", 1, 1, 1)))
                .containsPattern("too noisy here to decide about \\+-1 %: 12 rounds resolve");
    }

    @Test
    void failuresAndDifferentOutputsPrecedeTheVerdicts() {
        List<Comparison> all = comparisons(false, 0.002, "wall_s", 1, 1.23, 0.8);
        OutputComparison other = new OutputComparison(OutputResult.DIFFERENT, "line 2: A 'x', C ends");
        String text = text(List.of(all.get(0).with(SAME, List.of("A ended with exit status 3 in 12 of 12 runs")),
                all.get(1).with(other, List.of("A ended with exit status 3 in 12 of 12 runs"))));
        assertThat(text).startsWith("! A ended with exit status 3 in 12 of 12 runs" + System.lineSeparator()
                + "! A and C print different outputs; line 2: A 'x', C ends" + System.lineSeparator() + "B takes");
        assertThat(text).doesNotContain("all programs print the same");
    }

    @Test
    void readersOfTwoProgramsFindTheFirstComparison() throws IOException {
        JsonNode json = new ObjectMapper().readTree(PrintedJson.text(OutputFormat.COMPARISON,
                MultipleComparison.of(comparisons(true, 0.002, "wall_s", 1, 1.23, 0.8))));
        PublishedSchemas.check(OutputFormat.COMPARISON, json);
        assertThat(json.path("comparison").path("b").path("name").asText()).isEqualTo("B");
        assertThat(json.path("comparison").path("simultaneous").asInt()).isEqualTo(3);
        assertThat(json.path("further")).hasSize(2);
        assertThat(json.path("ranking").findValuesAsText("name")).containsExactly("C", "A", "B");
        JsonNode two = new ObjectMapper().readTree(
                PrintedJson.text(OutputFormat.COMPARISON, MultipleComparison.of(List.of(ComparisonExamples.faster()))));
        PublishedSchemas.check(OutputFormat.COMPARISON, two);
        assertThat(two.fieldNames()).toIterable().containsExactly("format", "version", "comparison");
    }

    @Test
    void csvNamesTheProgramsOfEachRow() throws IOException {
        Path csv = folder.resolve("c.csv");
        ComparisonCsv.write(MultipleComparison.of(comparisons(false, 0.002, "wall_s", 1, 1.23, 0.8)), csv);
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines).hasSize(1 + 2 * (3 * 12 + 1));
        assertThat(lines.stream().filter(l -> l.startsWith("wall_s,") && l.endsWith(",A,C"))).hasSize(12);
    }

    @Test
    void chartAndPageShowRankingAndRounds() {
        MultipleComparison m = MultipleComparison.of(comparisons(true, 0.002, "wall_s", 1, 1.23, 0.8));
        assertThat(Charts.svg(RankingReport.chart(m))).contains("best first: C, A, B")
                .contains("simultaneous 95 % intervals")
                .contains("ratio to A in each round");
        assertThat(HtmlPage.text(RankingReport.page(m))).contains("Ranking by wall time")
                .contains("C and B")
                .contains("./solver-2 --size 300")
                .contains("B takes 1.22");
    }
}
