package runbench.plotter.render.awt;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThumbnailTest {
    @TempDir
    private Path folder;

    private Path chart(int width, int height) throws IOException {
        Path file = folder.resolve(width + ".png");
        ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), "png", file.toFile());
        return file;
    }

    @Test
    void theCopyKeepsTheShapeAndIsNeverLarger() throws IOException {
        BufferedImage small = ImageIO.read(new ByteArrayInputStream(Charts.thumbnail(chart(1000, 600), 500)));
        assertThat(small.getWidth()).isEqualTo(500);
        assertThat(small.getHeight()).isEqualTo(300);
        assertThat(ImageIO.read(new ByteArrayInputStream(Charts.thumbnail(chart(100, 60), 500))).getWidth())
                .isEqualTo(100);
    }

    @Test
    void aMissingOrDamagedChartHasNoCopy() throws IOException {
        assertThat(Charts.thumbnail(folder.resolve("none.png"), 500)).isEmpty();
        assertThat(Charts.thumbnail(Files.write(folder.resolve("bad.png"), new byte[]{1, 2, 3}), 500)).isEmpty();
    }
}
