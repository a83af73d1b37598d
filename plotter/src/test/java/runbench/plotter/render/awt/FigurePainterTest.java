package runbench.plotter.render.awt;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import runbench.plotter.Examples;
import runbench.plotter.figure.Buckets;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Heat;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;
import runbench.plotter.theme.Theme;

/** Tests pixels and positions. */
class FigurePainterTest {
    private static final int GROUND = Theme.GROUND.argb();

    @Test
    void onePanelIs1272By384AndMoreAreTaller() {
        BufferedImage one = Charts.image(Examples.run(Examples.phases(1e5)), 1);
        assertThat(one.getWidth()).isEqualTo(1272);
        assertThat(one.getHeight()).isEqualTo(384);
        assertThat(Charts.image(Examples.run(Examples.phases(1), Examples.phases(1)), 1).getHeight())
                .isGreaterThan(384);
        assertThat(Charts.image(Examples.run(Examples.phases(1e5)), 2).getWidth()).isEqualTo(2544);
    }

    @Test
    void bucketsWithoutSamplesAreBlankFromTopToBottom() {
        Figure figure = Examples.run(Examples.gaps());
        BufferedImage image = Charts.image(figure, 1);
        Rectangle2D data = data(figure, 0);
        for (int i = 0; i < 300; i++) {
            boolean gap = i > 90 && i < 120 || i == 200;
            int x = (int) (data.getX() + (i + 0.5) / 300 * data.getWidth());
            assertThat(bluePixels(image, data, x) == 0).as("bucket " + i).isEqualTo(gap || alternate(i));
        }
    }

    private static boolean alternate(int i) {
        return i > 220 && i % 2 == 0 && i < 240;
    }

    @Test
    void theBandReachesFromMinToMax() {
        double[] mean = {50, 50, 50, 50};
        Buckets e = new Buckets("", new double[]{0, 1, 2, 3, 4}, mean, new double[]{20, 20, 20, 20},
                new double[]{100, 100, 100, 100}, 100, 1, Ink.BLUE);
        Figure figure = Examples.run(e);
        BufferedImage image = Charts.image(figure, 1);
        Rectangle2D data = data(figure, 0);
        double perUnit = data.getHeight() / 100;
        int expected = (int) Math.round(80 * perUnit);
        assertThat(bluePixels(image, data, (int) data.getCenterX())).isBetween(expected - 2, expected + 2);
    }

    @Test
    void constantZeroIsALineAtTheBottom() {
        Figure figure = Examples.run(Examples.constant(0, 500));
        BufferedImage image = Charts.image(figure, 1);
        Rectangle2D data = data(figure, 0);
        int x = (int) data.getCenterX();
        assertThat(bluePixels(image, data, x)).isBetween(1, 3);
        assertThat(blue(image.getRGB(x, (int) data.getMaxY() - 1))).isTrue();
    }

    @Test
    void nothingIsDrawnWithoutSamples() {
        Figure figure = Examples.run(Examples.constant(Double.NaN, 500));
        BufferedImage image = Charts.image(figure, 1);
        assertThat(count(image, data(figure, 0), FigurePainterTest::blue)).isZero();
    }

    @Test
    void oneBucketIsALineAcross() {
        Figure figure = Examples.run(Examples.constant(123, 1));
        BufferedImage image = Charts.image(figure, 1);
        Rectangle2D data = data(figure, 0);
        for (int x = (int) data.getX() + 1; x < data.getMaxX() - 1; x++) {
            assertThat(bluePixels(image, data, x)).as("column " + x).isPositive();
        }
    }

    @Test
    void sixteenPanelsHaveAlignedEdgesAndDoNotTouch() {
        List<FigurePainter.Placed> placed = new FigurePainter(Examples.sixteen()).placed();
        assertThat(placed).hasSize(16);
        for (int i = 1; i < 16; i++) {
            assertThat(placed.get(i).data().getX()).isEqualTo(placed.get(0).data().getX());
            assertThat(placed.get(i).data().getWidth()).isEqualTo(placed.get(0).data().getWidth());
            assertThat(placed.get(i).top()).isGreaterThanOrEqualTo(placed.get(i - 1).data().getMaxY());
        }
        assertThat(placed.stream().filter(FigurePainter.Placed::axis)).hasSize(1);
    }

    @Test
    void longTextStaysInsideTheMarginsAndOutOfTheData() {
        Figure figure = Examples.withLongTexts();
        BufferedImage image = Charts.image(figure, 1);
        int right = image.getWidth() - Theme.MARGIN / 2;
        Rectangle2D margin = new Rectangle2D.Double(right, 0, Theme.MARGIN / 2.0, image.getHeight());
        assertThat(count(image, margin, rgb -> rgb != GROUND)).isZero();
        FigurePainter painter = new FigurePainter(figure);
        Rectangle2D data = painter.placed().get(0).data();
        assertThat(data.getHeight()).isGreaterThanOrEqualTo(100);
        assertThat(painter.placed().get(0).top()).isGreaterThan(100);
        assertThat(painter.height()).isEqualTo(image.getHeight());
    }

    @Test
    void phasesAreNamedOnlyWhereTheyAreWideEnough() {
        Strip strip = new Strip(new int[]{0, 0}, new double[]{0, 50}, new double[]{50, 50.5}, new int[]{0, 1},
                List.of("WIDE", "NARROW"));
        Figure figure = Figure.titled("t").add(Panel.of("p", Scale.names("", List.of("rank 0"))).strip(strip));
        String svg = Charts.svg(figure);
        assertThat(occurrences(svg, ">WIDE<")).isEqualTo(2);
        assertThat(occurrences(svg, ">NARROW<")).as("only in the legend").isEqualTo(1);
    }

    @Test
    void theEightLongestPhasesGetColours() {
        int[] kind = java.util.stream.IntStream.range(0, 12).toArray();
        double[] start = new double[12];
        double[] end = java.util.stream.IntStream.range(0, 12).mapToDouble(i -> 12 - i).toArray();
        Strip strip = Strip.row(start, end, kind,
                java.util.stream.IntStream.range(0, 12).mapToObj(i -> "P" + i).toList());
        assertThat(strip.colours()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1);
    }

    @Test
    void narrowIntervalsDivideEachPixelByTheirShares() {
        int n = 200_000;
        int[] kind = new int[n];
        double[] start = new double[n];
        double[] end = new double[n];
        for (int i = 0; i < n; i++) {
            kind[i] = i % 4 == 0 ? 1 : 0;
            start[i] = i;
            end[i] = i + 1;
        }
        Figure figure = Figure.titled("t")
                .add(Panel.of("p", Scale.names("", List.of("rank 0")))
                        .strip(Strip.row(start, end, kind, List.of("P0", "P1"))));
        BufferedImage image = Charts.image(figure, 1);
        Rectangle2D data = data(figure, 0);
        Rectangle2D inside = new Rectangle2D.Double(Math.ceil(data.getX()) + 2, data.getY(),
                Math.floor(data.getWidth()) - 4, data.getHeight());
        double first = count(image, inside, rgb -> (rgb & 0xffffff) == Theme.phase(0).rgb());
        double second = count(image, inside, rgb -> (rgb & 0xffffff) == Theme.phase(1).rgb());
        assertThat(second / (first + second)).as("a quarter of the time, a quarter of the area").isBetween(0.22, 0.28);
    }

    @Test
    void missingCellsAreHatchedNotColoured() {
        double[][] values = {{1, Double.NaN}, {2, 3}};
        Figure figure = Figure.titled("t")
                .add(Panel.of("p", Scale.names("", List.of("a", "b"))).heat(new Heat(values, 0, 1, null)));
        BufferedImage image = Charts.image(figure, 1);
        Rectangle2D data = data(figure, 0);
        Rectangle2D cell = new Rectangle2D.Double(data.getCenterX() + 4, data.getY() + 4, data.getWidth() / 2 - 8,
                data.getHeight() / 2 - 8);
        int hatch = count(image, cell, rgb -> rgb == Theme.MISSING.argb());
        assertThat(hatch).isPositive();
        assertThat(count(image, cell, rgb -> rgb == GROUND) + hatch).isEqualTo(count(image, cell, rgb -> true));
        int known = image.getRGB((int) data.getX() + 20, (int) data.getY() + 20);
        assertThat(known & 0xFFFFFF).isEqualTo(Theme.viridis(0));
    }

    @Test
    void logarithmicAxesIgnoreNonPositiveValues() {
        Figure figure = Figure.titled("t")
                .x(Scale.log("x"))
                .add(Panel.of("p", Scale.log("y"))
                        .line("l", new double[]{0, 1, 10, 100}, new double[]{5, -1, 10, 100}, Ink.BLUE));
        BufferedImage image = Charts.image(figure, 1);
        assertThat(count(image, data(figure, 0), FigurePainterTest::blue)).isPositive();
    }

    @Test
    void longAxisNamesAreSlantedAndComplete() {
        List<String> names = java.util.stream.IntStream.range(0, 20).mapToObj(i -> "benchmark-no." + i).toList();
        Figure figure = Figure.titled("t")
                .x(Scale.names("", names))
                .add(Panel.of("p", Scale.linear("")).bars(List.of("A"), new double[1][20]));
        String svg = Charts.svg(figure);
        assertThat(names).filteredOn(n -> !svg.contains(">" + n + "<")).isEmpty();
        assertThat(new FigurePainter(figure).placed().get(0).bottom()).isGreaterThan(Theme.BOTTOM_AXIS);
    }

    @Test
    void wideNumbersFitLeftOfTheData() {
        Figure figure = Figure.titled("t")
                .add(Panel.of("p", Scale.linear("s"))
                        .line("", new double[]{0, 1}, new double[]{1.7e9, 1.7e9 + 1}, Ink.BLUE));
        assertThat(data(figure, 0).getX()).isGreaterThan(100);
    }

    @Test
    void panelsAboveAnotherAxisShowTheirOwn() {
        Panel other = Panel.of("c", Scale.linear("y")).x(Scale.linear("wall time (s)"));
        Figure figure = Figure.titled("t")
                .x(Scale.linear("running time (s)"))
                .add(Panel.of("a", Scale.linear("y")))
                .add(Panel.of("b", Scale.linear("y")))
                .add(other)
                .add(Panel.of("d", Scale.linear("y")));
        assertThat(new FigurePainter(figure).placed()).extracting(FigurePainter.Placed::axis)
                .containsExactly(false, true, true, true);
    }

    @Test
    void emptyPanelsAndFiguresDoNotFail() {
        Charts.image(Figure.titled(""), 1);
        Charts.image(Figure.titled("t").add(Panel.of("", Scale.linear(""))), 1);
        Charts.image(Figure.titled("t")
                .x(Scale.log(""))
                .add(Panel.of("", Scale.log(""))
                        .cdf("c", new double[0], Ink.BLUE)
                        .heat(new Heat(new double[0][], 0, 1, "B"))
                        .strip(Strip.row(new double[0], new double[0], new int[0], List.of()))),
                1);
    }

    private static Rectangle2D data(Figure figure, int panel) {
        return new FigurePainter(figure).placed().get(panel).data();
    }

    private static int bluePixels(BufferedImage image, Rectangle2D data, int x) {
        return count(image, new Rectangle2D.Double(x, data.getY(), 1, data.getHeight()), FigurePainterTest::blue);
    }

    private static int count(BufferedImage image, Rectangle2D where, IntPredicate wanted) {
        List<Integer> found = new ArrayList<>();
        for (int x = (int) where.getX(); x < (int) where.getMaxX(); x++) {
            for (int y = (int) where.getY(); y < (int) where.getMaxY(); y++) {
                if (wanted.test(image.getRGB(x, y))) {
                    found.add(x);
                }
            }
        }
        return found.size();
    }

    private static boolean blue(int rgb) {
        return (rgb & 255) - (rgb >> 16 & 255) > 24;
    }

    private static int occurrences(String text, String part) {
        return (text.length() - text.replace(part, "").length()) / part.length();
    }
}
