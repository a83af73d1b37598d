package runbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.Pairing;
import runbench.plotter.render.html.HtmlPage;

class ComparisonPageTest {
    @Test
    void saysWhoWonInItsTitleAndShowsEveryPair() {
        Comparison c = ComparisonExamples.faster();
        String html = HtmlPage.text(ComparisonPage.of(c));

        assertThat(html).contains("<h1>" + RatioText.headline(c) + "</h1>", "verdict on wall time</dt><dd>better</dd>", "10 interleaved pairs", "<h2>Quantities</h2>", "<h2>Runs</h2>")
                .doesNotContain("NaN", "null", "<script", "Look here first\">");
        assertThat(html.split("class=\"pair\"", -1)).as("a dot a pair and quantity").hasSizeGreaterThan(20);
    }

    @Test
    void whatElseDiffersComesBeforeTheNumbers() {
        String html = HtmlPage.text(ComparisonPage.of(ComparisonExamples.elsewhere()));

        assertThat(html).contains("Linux 6.1.0-21", "Disturbed in 4 of 20 runs");
        assertThat(html.indexOf("What else differs")).isPositive().isLessThan(html.indexOf("<h2>Quantities</h2>"));
    }

    @Test
    void withTooFewRunsThereIsNoVerdictAndNoInventedInterval() {
        String html = HtmlPage.text(ComparisonPage.of(ComparisonExamples.compare(Pairing.UNPAIRED, 1, 1.5, 0.01, "wall_s")));
        assertThat(html).contains("no verdict", "too few runs for an interval", "not paired").doesNotContain("NaN", "null");
    }
}
