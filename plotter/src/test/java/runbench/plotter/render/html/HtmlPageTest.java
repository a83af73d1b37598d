package runbench.plotter.render.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.json.Fields;
import runbench.base.json.Json;
import runbench.plotter.render.html.Page.PageCard;
import runbench.plotter.render.html.Page.PageClocks;
import runbench.plotter.render.html.Page.PageFact;
import runbench.plotter.render.html.Page.PageFinding;
import runbench.plotter.render.html.PageSeries.Lane;

/** Tests the page's text: content, security policy, size. */
class HtmlPageTest {
    @TempDir
    private Path folder;

    @Test
    void pageIsCompleteWithoutScripts() {
        String html = HtmlPage.text(PageExamples.page(4, 1000, 500));

        String still = html.replaceAll("(?s)<script.*?</script>", "");
        assertThat(still).contains("<h1>lammps on 4 ranks</h1>", "4 hosts · Linux 6.12",
                "<dt>wall time</dt><dd>1\u2009000\u00a0s</dd>", "none lost", "Rank 5 ran 18\u00a0% fewer instructions",
                "href=\"#from=400.0&amp;to=500.0&amp;lane=5&amp;metric=0\"",
                "href=\"#from=0.0&amp;to=1000.0&amp;lane=2\"",
                "<th scope=\"row\"><i class=\"chip\" style=\"background:#eedd88\"></i> P2</th><td "
                        + "class=\"number\" style=\"--bar:70.0%\">13.5</td>",
                "mpirun -np 4 lmp -in in.lj", "A note.", "500 bins of 2\u2009s.", "<svg ",
                "aria-label=\"Overview of the whole run\"");
        assertThat(still.substring(still.indexOf("<svg"), still.indexOf("</svg>"))).contains("instructions per cycle",
                "page faults", "phases", "1000\u00a0s");
    }

    /** A command that a reader copies has the spaces that a shell separates words at. */
    @Test
    void linesBreakNeitherBeforeUnitsNorInCommands() {
        String words = "3 s, 100 ms of 2 GiB, 4 k faults/s, 5 % of 7 samples, 4 sec, v2 s1";
        Page page = new Page("sleep 3 s", "", List.of(new PageCard("time", "2.5 µs", "")),
                List.of(PageFinding.ofAll(words, -1, -1)), PageSeries.NONE, PageClocks.ONE, List.of(), List.of(),
                List.of(new PageFact("command", "sleep 3 s")), List.of());
        assertThat(HtmlPage.text(page)).contains("2.5\u00a0µs",
                "3\u00a0s, 100\u00a0ms of 2\u00a0GiB, 4\u00a0k faults/s, " + "5\u00a0% of 7 samples, 4 sec, v2 s1",
                "<h1>sleep 3 s</h1>", "<dd>sleep 3 s</dd>");
    }

    @Test
    void policyBlocksExternalRequests() {
        String html = HtmlPage.text(PageExamples.page(2, 100, 50));

        assertThat(html)
                .contains("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
                        + "'unsafe-inline'; "
                        + "style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'\">");
        assertThat(html.indexOf("Content-Security-Policy")).isLessThan(html.indexOf("<style>"));
        assertThat(html).doesNotContainPattern("(?i)<(script|img|link|iframe)[^>]*\\b(src|href)=")
                .doesNotContain("sourceMappingURL", "@import");
    }

    /** Names come from command lines and other machines and can contain any characters. */
    @Test
    void hostileNamesStayText() throws IOException {
        String evil = "</script><img src=x onerror=alert(1)>\"'&\u2028<!--";
        double[][] one = {{1, 2, 3, 4}};
        PageSeries series = new PageSeries(evil, evil, 0, 1, 4, List.of(new Lane(evil, evil, evil)),
                List.of(new PageMetric(evil, evil, evil, PageMetric.Kind.RATE, one, one, one)),
                new PagePhases(List.of(evil), new int[]{0}, false, new int[][]{{1, 1, 0, 1}}));
        PageTable table = new PageTable(evil, evil, List.of(0), List.of(new PageTable.Column(evil, false)),
                List.of(List.of(PageTable.Cell.of(evil))));
        String html = HtmlPage.text(new Page(evil, evil, List.of(new PageCard(evil, evil, evil)),
                List.of(PageFinding.ofAll(evil, 0, 0)), series, PageClocks.ONE, List.of(), List.of(table),
                List.of(new PageFact(evil, evil)), List.of(evil)));

        assertThat(html).doesNotContain("<img")
                .contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;");
        Fields model = model(html);
        assertThat(model.list("lanes").get(0).text("name")).isEqualTo(evil);
        assertThat(html.split("</script>", -1)).as("every script that opens closes once")
                .hasSize(html.split("<script", -1).length);
    }

    @Test
    void statesOfTheProgramAreOnTheAxisOfTheCurves() throws IOException {
        double[][] one = {{1, 2, 3, 4}};
        PageSeries series = new PageSeries("wall time", "s", 0, 1, 4, List.of(new Lane("run", "", "")),
                List.of(new PageMetric("e", "", "", PageMetric.Kind.RATE, one, one, one)), PagePhases.NONE,
                new PagePhases(List.of("running", "waiting"), new int[]{0, 1}, false, new int[][]{{1, 2, 2, 1}}), null);
        String html = HtmlPage.text(page(series));
        Fields states = model(html).at("states");
        assertThat(states.texts("ids")).containsExactly("running", "waiting");
        assertThat(states.number("rows")).isEqualTo(1);
        assertThat(data(html, "states")).isNotEmpty();
        assertThat(series.coarsened(2).states().codes()[0]).hasSize(2);
        assertThat(html).doesNotContain("id=\"other-");
    }

    private static Page page(PageSeries series) {
        return new Page("t", "", List.of(), List.of(), series, PageClocks.ONE, List.of(), List.of(), List.of(),
                List.of());
    }

    @Test
    void seriesOverBothAxesAreEmbedded() throws IOException {
        PageSeries running = PageExamples.series(1, 1000, 100);
        String html = HtmlPage.text(page(new PageSeries("wall time", "s", 0, 2, 400, running.lanes(),
                PageExamples.series(1, 1000, 200).metrics(), PagePhases.NONE, PagePhases.NONE,
                withoutPhases(running))));

        Fields other = model(html).at("other");
        assertThat(model(html).number("bins")).isEqualTo(200);
        assertThat(other.number("bins")).isEqualTo(100);
        assertThat(other.text("axis")).isEqualTo(running.axis());
        assertThat(data(html, "other-metric-0")).isNotEmpty().isNotEqualTo(data(html, "metric-0"));
        assertThat(html).contains("200 bins of 2\u2009s of wall time, 100 bins of 10\u2009s of ");
    }

    @Test
    void anotherAxisHasTheSameMetricsAndNoPhases() {
        PageSeries series = PageExamples.series(1, 1000, 100);
        assertThatThrownBy(() -> new PageSeries("wall time", "s", 0, 1, 1, series.lanes(), List.of(), PagePhases.NONE,
                PagePhases.NONE, withoutPhases(series))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PageSeries("wall time", "s", 0, 1, 1, series.lanes(), series.metrics(),
                PagePhases.NONE, PagePhases.NONE, series)).isInstanceOf(IllegalArgumentException.class);
    }

    private static PageSeries withoutPhases(PageSeries s) {
        return new PageSeries(s.axis(), s.unit(), s.start(), s.binWidth(), s.end(), s.lanes(), s.metrics(),
                PagePhases.NONE);
    }

    @Test
    @Tag("scenario")
    @Tag("beside")
    void pageOf16RanksStaysBelow3Megabytes() {
        String html = HtmlPage.text(PageExamples.page(16, 100_000, 8192));

        assertThat(html.getBytes(StandardCharsets.UTF_8).length).isBetween(1_000_000, 3_000_000);
        assertThat(html).contains("8192 bins of 122\u2009ms").doesNotContain("Bins are ");
    }

    /** Beyond the budget the page has fewer bins, all ranks, and a note. */
    @Test
    @Tag("scenario")
    @Tag("beside")
    void binsBecomeWiderBeyondTheBudget() throws IOException {
        Page page = PageExamples.page(64, 4096, 1024);
        String html = HtmlPage.text(page, 100_000);

        Fields model = model(html);
        assertThat(model.list("lanes")).hasSize(64);
        int k = (int) Math.round(model.real("binWidth") / page.series().binWidth());
        assertThat(k).isGreaterThan(1);
        assertThat(model.number("bins")).isEqualTo((1024 + k - 1) / k);
        assertThat(html).contains("Bins are " + k + " times as wide as requested");
        assertThat(data(html, "metric-0").length() + data(html, "metric-1").length() + data(html, "metric-2").length())
                .isBetween(50_000, 100_000);
    }

    @Test
    void decodedValuesAreWithinHalfAStep() throws IOException, DataFormatException {
        PageMetric metric = PageExamples.series(3, 10_000, 1000).metrics().get(1);
        PlaneCodec.Planes planes = PlaneCodec.encode(metric);
        int[] codes = codes(planes.text());

        int empty = 0;
        for (int lane = 0; lane < 3; lane++) {
            for (int b = 0; b < 1000; b++) {
                int at = lane * 1000 + b;
                double mean = metric.mean()[lane][b];
                if (Double.isNaN(mean)) {
                    assertThat(codes[at]).isZero();
                    empty++;
                } else {
                    assertThat(decoded(planes.scales().get(0), codes[at])).isCloseTo(mean,
                            within(planes.scales().get(0)));
                    assertThat(decoded(planes.scales().get(1), codes[3000 + at]))
                            .isCloseTo(mean - metric.min()[lane][b], within(planes.scales().get(1)));
                    assertThat(decoded(planes.scales().get(2), codes[6000 + at]))
                            .isCloseTo(metric.max()[lane][b] - mean, within(planes.scales().get(2)));
                }
            }
        }
        assertThat(empty).as("bins whose samples were lost").isEqualTo(29);
        assertThat(planes.scales().get(0).step()).isGreaterThan(0);
    }

    @Test
    void widerBinsKeepExtremesAndGaps() {
        double nan = Double.NaN;
        PageMetric wide = new PageMetric("m", "", "", PageMetric.Kind.RATE, new double[][]{{1, 3, nan, nan, nan, 6, 8}},
                new double[][]{{0.5, 3, nan, nan, nan, 6, 7}}, new double[][]{{1, 4, nan, nan, nan, 9, 8}})
                .coarsened(2);

        assertThat(wide.mean()[0]).containsExactly(2, nan, 6, 8);
        assertThat(wide.min()[0]).containsExactly(0.5, nan, 6, 7);
        assertThat(wide.max()[0]).containsExactly(4, nan, 9, 8);
        assertThat(new PagePhases(List.of("a", "b"), new int[]{0, 1}, false, new int[][]{{1, 2, 2, 0, 0}}).coarsened(3)
                .codes()[0]).containsExactly(2, 0);
    }

    @Test
    void runWithoutSamplesGivesAPage() throws IOException {
        PageSeries none = new PageSeries("time", "s", 0, 1, 0, List.of(), List.of(), PagePhases.NONE);
        Path file = folder.resolve("page.html");
        HtmlPage.write(new Page("nothing", "", List.of(), List.of(), none, PageClocks.ONE, List.of(), List.of(),
                List.of(), List.of()), file);

        assertThat(Files.readString(file)).contains("There is nothing to draw").doesNotContain("<script");
        assertThat(folder).isDirectoryContaining("glob:**/page.html");
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
    }

    private static org.assertj.core.data.Offset<Double> within(PlaneCodec.Scale12 scale) {
        return org.assertj.core.data.Offset.offset(scale.step() * 0.5 + 1e-9 * Math.abs(scale.low()) + 1e-12);
    }

    private static double decoded(PlaneCodec.Scale12 scale, int code) {
        return scale.low() + (code - 1) * scale.step();
    }

    private static int[] codes(String text) throws DataFormatException {
        Inflater inflater = new Inflater(true);
        inflater.setInput(Base64.getDecoder().decode(text));
        byte[] bytes = new byte[1 << 22];
        int n = inflater.inflate(bytes) / 2;
        inflater.end();
        int[] codes = new int[n];
        Arrays.setAll(codes, i -> bytes[i] & 255 | (bytes[n + i] & 255) << 8);
        return codes;
    }

    private static String data(String html, String id) {
        Matcher m = Pattern.compile("(?s)<script type=\"[a-z/]+\" id=\"" + id + "\">(.*?)</script>").matcher(html);
        assertThat(m.find()).as(id).isTrue();
        return m.group(1);
    }

    private static Fields model(String html) throws IOException {
        return Fields.ofAnswer(Json.object(data(html, "model")), "the answer");
    }
}
