package runbench.plotter.render.html;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.DoubleStream;
import runbench.plotter.render.html.PageTable.PagePicture;

/** Draws pictures of cells as inline SVG in the page's colours; the cell's text is the alternative text. */
final class PictureSvg {
    private static final int WIDTH = 150;
    private static final int HEIGHT = 22;

    private final StringBuilder out = new StringBuilder();

    private PictureSvg() {
    }

    static String of(PagePicture picture) {
        PictureSvg svg = new PictureSvg();
        svg.add("<svg class=\"small\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" aria-hidden=\"true\">", WIDTH,
                HEIGHT, WIDTH, HEIGHT);
        if (picture instanceof PagePicture.Bars bars) {
            svg.bars(bars);
        } else if (picture instanceof PagePicture.Spark spark) {
            svg.spark(spark);
        } else if (picture instanceof PagePicture.Pairs pairs) {
            svg.pairs(pairs);
        } else if (picture instanceof PagePicture.Stretches stretches) {
            svg.stretches(stretches);
        }
        return svg.out.append("</svg>").toString();
    }

    private void bars(PagePicture.Bars bars) {
        long most = Math.max(1, Arrays.stream(bars.counts()).max().orElse(1));
        double wide = (double) WIDTH / bars.counts().length;
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < bars.counts().length; i++) {
            if (bars.counts()[i] > 0) {
                path.append(String.format(Locale.ROOT, "M%.1f %dv-%.1fh%.1fV%dz", i * wide, HEIGHT,
                        Math.max(0.7, (HEIGHT - 1.0) * bars.counts()[i] / most), Math.max(0.5, wide - 0.5), HEIGHT));
            }
        }
        add("<path class=\"bar\" d=\"%s\"/>", path);
    }

    private void spark(PagePicture.Spark spark) {
        double[] values = spark.values();
        double low = DoubleStream.concat(Arrays.stream(values), DoubleStream.of(spark.low()))
                .filter(Double::isFinite)
                .min()
                .orElse(0);
        double high = DoubleStream.concat(Arrays.stream(values), DoubleStream.of(spark.high()))
                .filter(Double::isFinite)
                .max()
                .orElse(1);
        double step = values.length < 2 ? 0 : (WIDTH - 8.0) / (values.length - 1);
        if (Double.isFinite(spark.low())) {
            add("<path class=\"same\" d=\"M0 %.1fH%dV%.1fH0z\"/>", y(spark.high(), low, high), WIDTH,
                    Math.max(y(spark.low(), low, high), y(spark.high(), low, high) + 1));
        }
        for (int at : spark.changed()) {
            add("<path class=\"rule\" d=\"M%.1f 0V%d\"/>", 4 + (at - 0.5) * step, HEIGHT);
        }
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            if (Double.isFinite(values[i])) {
                path.append(i > 0 && Double.isFinite(values[i - 1]) ? 'L' : 'M')
                        .append(String.format(Locale.ROOT, "%.1f %.1f", 4 + i * step, y(values[i], low, high)));
            }
        }
        add("<path class=\"line\" d=\"%s\"/>", path);
        int last = values.length - 1;
        if (last >= 0 && Double.isFinite(values[last])) {
            add("<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>", 4 + last * step,
                    y(values[last], low, high));
        }
    }

    private static double y(double value, double low, double high) {
        return high > low ? HEIGHT - 3 - (HEIGHT - 6) * (value - low) / (high - low) : HEIGHT / 2.0;
    }

    private void pairs(PagePicture.Pairs pairs) {
        add("<path class=\"same\" d=\"M%.1f 0H%.1fV%dH%.1fz\"/>", x(-pairs.same(), pairs), x(pairs.same(), pairs),
                HEIGHT, x(-pairs.same(), pairs));
        add("<path class=\"rule\" d=\"M%.1f 0V%d\"/>", x(0, pairs), HEIGHT);
        for (double dot : pairs.dots()) {
            add("<circle class=\"pair\" cx=\"%.1f\" cy=\"6\" r=\"2\"/>", x(dot, pairs));
        }
        if (Double.isFinite(pairs.low()) && Double.isFinite(pairs.high())) {
            add("<path class=\"line\" d=\"M%.1f 16H%.1f\"/>", x(pairs.low(), pairs), x(pairs.high(), pairs));
        }
        if (Double.isFinite(pairs.middle())) {
            add("<path class=\"line\" d=\"M%.1f 12v8\"/>", x(pairs.middle(), pairs));
        }
    }

    /** Draws sections; sections in the same pixel are merged. */
    private void stretches(PagePicture.Stretches s) {
        double scale = s.end() > 0 ? WIDTH / s.end() : 0;
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < s.from().length;) {
            double from = s.from()[i] * scale;
            double to = Math.max(s.to()[i] * scale, from + 0.6);
            for (i++; i < s.from().length && s.from()[i] * scale < to + 0.4; i++) {
                to = Math.max(to, s.to()[i] * scale);
            }
            path.append(String.format(Locale.ROOT, "M%.1f 2h%.1fv10h-%.1fz", from, to - from, to - from));
        }
        add("<path class=\"rule\" d=\"M0 14H%d\"/><path class=\"pair\" d=\"%s\"/><circle class=\"dot\" "
                + "cx=\"%.1f\" cy=\"18\" r=\"2.5\"/>", WIDTH, path, s.mark() * scale);
    }

    private static double x(double value, PagePicture.Pairs pairs) {
        return WIDTH / 2.0 * (1 + Math.max(-1, Math.min(1, value / pairs.reach())));
    }

    private void add(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values));
    }
}
