package runbench.plotter.render.awt;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;
import runbench.base.file.OutputFile;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.plotter.figure.Figure;

/** Writes figures as files. A file appears whole or not at all; one figure always gives the same bytes. */
public final class Charts {
    private Charts() {
    }

    /** PNG of the figure's own size, 1272 pixels wide unless the figure says otherwise. */
    public static void writePng(Figure figure, Path file) {
        writePng(figure, file, 1);
    }

    /**
     * PNG with {@code scale} times as many pixels in each direction.
     *
     * @param scale 0.25 to 8
     */
    public static void writePng(Figure figure, Path file, double scale) {
        write(file, png(image(figure, scale)));
    }

    /** SVG of the same chart; text stays text. */
    public static void writeSvg(Figure figure, Path file) {
        write(file, svg(figure).getBytes(StandardCharsets.UTF_8));
    }

    /** SVG where the file is called so, else PNG. */
    public static void write(Figure figure, Path file) {
        if (file.toString().toLowerCase(Locale.ROOT).endsWith(".svg")) {
            writeSvg(figure, file);
        } else {
            writePng(figure, file);
        }
    }

    /** A PNG file's bytes, for a page that holds it. @param scale as for a file */
    public static byte[] png(Figure figure, double scale) {
        return png(image(figure, scale));
    }

    /** The figure as pixels. */
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

    /** The figure as the text of an SVG document. */
    public static String svg(Figure figure) {
        return SvgDocument.of(new FigurePainter(figure));
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
}
