package runbench.plotter.render.awt;

import java.awt.Graphics2D;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferInt;
import java.awt.image.Raster;
import java.awt.image.SampleModel;
import java.awt.image.SinglePixelPackedSampleModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.plotter.figure.Figure;

/** Writes figures as files. Files are written atomically, and equal figures have equal bytes. */
public final class Charts {
    private Charts() {
    }

    /** Writes a PNG in the figure's own size. */
    public static void writePng(Figure figure, Path file) {
        writePng(figure, file, 1);
    }

    /**
     * Writes a PNG with {@code scale} times as many pixels in each direction.
     *
     * @param figure the figure
     * @param file path of the file
     * @param scale 0.25 to 8
     * @throws RunbenchException exit code 2: the folder does not exist, or the scale is out of range; 3: the file
     *     cannot be written
     */
    public static void writePng(Figure figure, Path file, double scale) {
        write(file, png(image(figure, scale)));
    }

    /** Writes an SVG, in which text stays text. */
    public static void writeSvg(Figure figure, Path file) {
        write(file, svg(figure).getBytes(StandardCharsets.UTF_8));
    }

    /** Writes an SVG if the file name ends in {@code .svg}, otherwise a PNG. */
    public static void write(Figure figure, Path file) {
        if (file.toString().toLowerCase(Locale.ROOT).endsWith(".svg")) {
            writeSvg(figure, file);
        } else {
            writePng(figure, file);
        }
    }

    /**
     * Returns the bytes of a PNG, for embedding in a page.
     *
     * @param figure the figure
     * @param scale 0.25 to 8
     */
    public static byte[] png(Figure figure, double scale) {
        return png(image(figure, scale));
    }

    /** Returns the figure as pixels. */
    public static BufferedImage image(Figure figure, double scale) {
        if (!(scale >= 0.25 && scale <= 8)) {
            throw RunbenchException.badInput("chart scale " + scale + " is outside 0.25 to 8");
        }
        FigurePainter painter = new FigurePainter(figure);
        BufferedImage image = new BufferedImage((int) Math.round(painter.width() * scale),
                (int) Math.round(painter.height() * scale), BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        g.scale(scale, scale);
        painter.paint(g);
        g.dispose();
        return image;
    }

    /** Returns the figure as the text of an SVG document. */
    public static String svg(Figure figure) {
        return SvgDocument.of(new FigurePainter(figure));
    }

    /**
     * Returns a small copy of a chart.
     *
     * @param chart a PNG file
     * @param width maximum width, pixels
     * @return a PNG; empty if the file is missing or is no picture
     */
    public static byte[] thumbnail(Path chart, int width) {
        try {
            BufferedImage full = Files.isRegularFile(chart) ? ImageIO.read(chart.toFile()) : null;
            if (full == null) {
                return new byte[0];
            }
            int small = Math.min(width, full.getWidth());
            int height = Math.max(1, Math.round((float) full.getHeight() * small / full.getWidth()));
            BufferedImage image = new BufferedImage(small, height, BufferedImage.TYPE_INT_RGB);
            Graphics2D g = image.createGraphics();
            g.drawImage(full.getScaledInstance(small, height, Image.SCALE_AREA_AVERAGING), 0, 0, null);
            g.dispose();
            return png(image);
        } catch (IOException e) {
            return new byte[0];
        }
    }

    static byte[] png(BufferedImage image) {
        try {
            ImageIO.setUseCache(false);
            ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 16);
            ImageIO.write(RgbSampleModel.over(image), "png", out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException("PNG into memory", e);
        }
    }

    private static void write(Path file, byte[] bytes) {
        try {
            OutputFile.write(file, bytes);
        } catch (IOException e) {
            ExitCode code = e instanceof NoSuchFileException ? ExitCode.BAD_INPUT : ExitCode.MACHINE;
            throw RunbenchException.of(code, "cannot write the chart " + file + ": " + reason(e))
                    .remedy("make room or choose another place with -o DIR, then draw again: runbench plot RUN")
                    .causedBy(e);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no such folder";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return e instanceof FileSystemException f && f.getReason() != null ? f.getReason() : e.getMessage();
    }

    /**
     * Passes rows of an RGB image to an encoder. The general model extracts every component by its mask, which took
     * most of the time of writing a chart; this model has fixed positions.
     */
    private static final class RgbSampleModel extends SinglePixelPackedSampleModel {
        private static final int[] MASKS = {0xff0000, 0xff00, 0xff};

        private RgbSampleModel(int width, int height) {
            super(DataBuffer.TYPE_INT, width, height, MASKS);
        }

        /**
         * Returns an image with the same pixels, without a copy.
         *
         * @param image an image of {@link BufferedImage#TYPE_INT_RGB}
         */
        static BufferedImage over(BufferedImage image) {
            SampleModel model = new RgbSampleModel(image.getWidth(), image.getHeight());
            return new BufferedImage(image.getColorModel(),
                    Raster.createWritableRaster(model, image.getRaster().getDataBuffer(), null), false, null);
        }

        /** Returns a model of the same class, which extracted rows use. */
        @Override
        public SampleModel createCompatibleSampleModel(int width, int height) {
            return new RgbSampleModel(width, height);
        }

        @Override
        public int[] getPixels(int x, int y, int width, int height, int[] into, DataBuffer data) {
            int[] pixels = ((DataBufferInt) data).getData();
            int[] out = into == null ? new int[3 * width * height] : into;
            int at = 0;
            for (int row = y; row < y + height; row++) {
                int from = data.getOffset() + row * getScanlineStride() + x;
                for (int i = from; i < from + width; i++) {
                    int rgb = pixels[i];
                    out[at++] = rgb >> 16 & 0xff;
                    out[at++] = rgb >> 8 & 0xff;
                    out[at++] = rgb & 0xff;
                }
            }
            return out;
        }
    }
}
