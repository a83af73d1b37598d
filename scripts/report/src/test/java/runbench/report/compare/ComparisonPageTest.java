package runbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import runbench.parser.compare.Comparison.Pairing;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.PhaseAlignment;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.structure.Structure;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.compare.ComparisonPage.PhasesBeside;

class ComparisonPageTest {
    @Test
    void theTitleIsTheVerdictAndEveryPairIsShown() {
        Comparison c = ComparisonExamples.faster();
        String html = HtmlPage.text(ComparisonPage.of(c));

        assertThat(html)
                .contains("<h1>" + RatioText.headline(c) + "</h1>", "verdict on wall time</dt><dd>better</dd>",
                        "10 interleaved pairs", "<h2>Quantities</h2>", "<h2>Runs</h2>")
                .doesNotContain("NaN", "null", "<script", "Look here first\">");
        assertThat(html.split("class=\"pair\"", -1)).as("a dot a pair and quantity").hasSizeGreaterThan(20);
    }

    @Test
    void otherDifferencesComeBeforeTheNumbers() {
        String html = HtmlPage.text(ComparisonPage.of(ComparisonExamples.elsewhere()));

        assertThat(html).contains("Linux 6.1.0-21", "Noise sources in 4 of 20 runs");
        assertThat(html.indexOf("What else differs")).isPositive().isLessThan(html.indexOf("<h2>Quantities</h2>"));
    }

    @Test
    void tooFewRunsGiveNeitherVerdictNorInterval() {
        String html = HtmlPage
                .text(ComparisonPage.of(ComparisonExamples.compare(Pairing.UNPAIRED, 1, 1.5, 0.01, "wall_s")));
        assertThat(html).contains("no verdict", "too few runs for an interval", "not paired")
                .doesNotContain("NaN", "null");
    }

    @Test
    void runsWithEqualPhasesAreAligned() {
        Comparison c = ComparisonExamples.faster();
        String alike = HtmlPage
                .text(ComparisonPage.of(c, Optional.of(beside(stays(10, 20), stays(10, 40))), Optional.empty()));
        assertThat(alike)
                .contains("same phases in the same order", "data:image/png;base64,",
                        "<th scope=\"row\">P2</th><td class=\"number\">1</td>", "+100.0")
                .doesNotContain("NaN", "null");
        String other = HtmlPage
                .text(ComparisonPage.of(c, Optional.of(beside(stays(10, 20), stays(10, 20, 10))), Optional.empty()));
        assertThat(other).contains("the phases differ in order or number (2 stretches in A, 3 in B)")
                .doesNotContain("Phase by phase");
    }

    private static Structure stays(double... lengths) {
        List<Structure.Segment> segments = new ArrayList<>();
        double at = 0;
        for (int i = 0; i < lengths.length; i++) {
            segments.add(new Structure.Segment(at, at + lengths[i], i % 2 == 0 ? "A" : "B", List.of()));
            at += lengths[i];
        }
        return new Structure(Structure.Verdict.FOUND, Axis.RUN_TIME, "s",
                new Structure.Resolution(100, 1, 100, 1, at, 1, 1), List.of(), null, List.of(), segments, List.of(),
                List.of(), List.of(), null);
    }

    private static PhasesBeside beside(Structure a, Structure b) {
        double[] rates = {1e6, 2e6, 2e6};
        List<Envelope> curves = List.of(new Envelope("page-faults", "software event", "faults/s", Axis.RUN_TIME, 0, 10,
                30, rates, rates, rates, new Envelope.Figures(1.7e6, 2e6, 2e6), 1, false));
        return new PhasesBeside("A/001", "B/001", "s", PhaseAlignment.of(a, b), curves, curves);
    }
}
