package runbench.plotter.render.awt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.plotter.Examples;
import runbench.plotter.figure.Figure;

@Tag("beside")
@Tag("scenario")
class ChartsTest {
    private final Figure figure = Examples.run(Examples.phases(2e5)).note("L1D_ALL_REF: not counted (no hardware PMU)");

    @Test
    @Tag("scenario")
    void equalFiguresHaveEqualBytes(@TempDir Path folder) throws Exception {
        for (Figure f : List.of(figure, Examples.distributions(), Examples.gantt(4, 40, 6))) {
            Charts.writePng(f, folder.resolve("a.png"));
            Charts.writePng(f, folder.resolve("b.png"));
            assertThat(folder.resolve("a.png")).hasSameBinaryContentAs(folder.resolve("b.png"));
            assertThat(Charts.svg(f)).isEqualTo(Charts.svg(f));
        }
    }

    @Test
    void pngReadsBackAsDrawn() throws Exception {
        var drawn = Charts.image(figure, 1);
        var read = ImageIO.read(new ByteArrayInputStream(Charts.png(drawn)));
        for (int x = 0; x < drawn.getWidth(); x += 7) {
            for (int y = 0; y < drawn.getHeight(); y += 3) {
                assertThat(read.getRGB(x, y)).isEqualTo(drawn.getRGB(x, y));
            }
        }
    }

    @Test
    void allTextIsInsideTheImage() {
        String svg = Charts.svg(figure).replace('\u2009', ' ');
        assertThat(svg).contains("NOT SPEC")
                .contains("Linux 6.1.0-28-amd64")
                .contains("no hardware PMU")
                .contains("period asked 1 ms")
                .contains("2 000 000 samples")
                .contains("0 lost")
                .contains("0.21 %")
                .contains("L1D_ALL_REF: not counted")
                .contains("bucket of 100 ms")
                .contains("task running time (s)")
                .contains("page-faults/s");
    }

    @Test
    void svgIsValidXmlForAllNames() throws Exception {
        String svg = Charts.svg(Examples.withLongTexts().label("a]]>&<b> \u0000"));
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void unwritableFileIsReportedAndLeavesNoFile(@TempDir Path folder) throws Exception {
        Path nowhere = folder.resolve("missing/chart.png");
        assertThatThrownBy(() -> Charts.writePng(figure, nowhere)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining(nowhere.toString())
                .hasMessageContaining("no such folder");
        Path taken = Files.createDirectories(folder.resolve("taken.png/full"));
        assertThatThrownBy(() -> Charts.writePng(figure, taken.getParent())).isInstanceOf(RunbenchException.class);
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(taken.getParent());
        }
    }

    @Test
    void scaleHasLimits() {
        assertThatThrownBy(() -> Charts.image(figure, 0)).isInstanceOf(RunbenchException.class);
        assertThatThrownBy(() -> Charts.image(figure, Double.NaN)).isInstanceOf(RunbenchException.class);
    }
}
