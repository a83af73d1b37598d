package runbench.plotter.render.awt;

import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.BitSet;
import runbench.plotter.figure.Buckets;
import runbench.plotter.figure.Heat;
import runbench.plotter.figure.Mark.Band;
import runbench.plotter.figure.Mark.Bars;
import runbench.plotter.figure.Mark.Histogram;
import runbench.plotter.figure.Mark.Intervals;
import runbench.plotter.figure.Mark.LineMark;
import runbench.plotter.figure.Mark.Points;
import runbench.plotter.figure.Mark.Rule;
import runbench.plotter.figure.Mark.Spans;
import runbench.plotter.figure.Mark.TextMark;
import runbench.plotter.figure.Mark.Visitor;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;
import runbench.plotter.theme.Pen;
import runbench.plotter.theme.Theme;

/** Draws any mark on a canvas. */
record MarkPainter(Canvas canvas) implements Visitor {

    private static final int MANY_POINTS = 2000;
    private static final double ERROR_BAR_CAP = 3.5;
    private static final double POINT_RADIUS = 3.4;
    /** Length of an arrow's head in pixels at scale 1, and half of its width relative to the length. */
    private static final double ARROW_HEAD = 6;
    private static final double ARROW_HEAD_SLOPE = 0.4;
    /** Share of a position's width that its bars take together. */
    private static final double BAR_GROUP_SHARE = 0.76;
    private static final double MAX_BAR_WIDTH = 46;
    private static final int TEXT_OFFSET_X = 7;
    private static final int TEXT_OFFSET_Y = 5;

    @Override
    public void line(LineMark line) {
        paint(canvas, line);
    }

    @Override
    public void band(Band band) {
        paint(canvas, band);
    }

    @Override
    public void buckets(Buckets buckets) {
        new BucketsPainter(canvas, buckets).paint();
    }

    @Override
    public void points(Points points) {
        paint(canvas, points);
    }

    @Override
    public void histogram(Histogram histogram) {
        paint(canvas, histogram);
    }

    @Override
    public void intervals(Intervals intervals) {
        paint(canvas, intervals);
    }

    @Override
    public void bars(Bars bars) {
        paint(canvas, bars);
    }

    @Override
    public void strip(Strip strip) {
        new StripPainter(strip).paint(canvas);
    }

    @Override
    public void spans(Spans spans) {
        paint(canvas, spans);
    }

    @Override
    public void heat(Heat heat) {
        new HeatPainter(heat).paint(canvas);
    }

    @Override
    public void rule(Rule rule) {
        paint(canvas, rule);
    }

    @Override
    public void text(TextMark text) {
        paint(canvas, text);
    }

    private static void paint(Canvas c, LineMark m) {
        Polyline line = new Polyline();
        double before = Double.NaN;
        for (int i = 0; i < m.x().length; i++) {
            double px = c.x(m.x()[i]);
            double py = c.y(m.y()[i]);
            if (m.shape() == LineMark.Shape.STEPS && !Double.isNaN(before) && !Double.isNaN(py)) {
                line.add(px, before);
            }
            line.add(px, py);
            before = py;
        }
        c.paint(m.ink().colour());
        c.stroke(m.pen());
        c.g.draw(line.path());
        if (m.shape() == LineMark.Shape.ARROWS) {
            c.g.fill(heads(c, m));
        }
    }

    /** Returns the head of each arrow: a triangle at the last point before a gap, at most half as long as the arrow. */
    private static Path2D.Double heads(Canvas c, LineMark m) {
        Path2D.Double path = new Path2D.Double();
        for (int i = 1; i < m.x().length; i++) {
            boolean last = i + 1 == m.x().length || Double.isNaN(c.y(m.y()[i + 1]));
            double x = c.x(m.x()[i]);
            double y = c.y(m.y()[i]);
            double dx = x - c.x(m.x()[i - 1]);
            double dy = y - c.y(m.y()[i - 1]);
            double length = Math.hypot(dx, dy);
            if (!last || !(length > 0)) {
                continue;
            }
            double size = Math.min(ARROW_HEAD, length / 2);
            double ux = dx / length * size;
            double uy = dy / length * size;
            path.moveTo(x, y);
            path.lineTo(x - ux - ARROW_HEAD_SLOPE * uy, y - uy + ARROW_HEAD_SLOPE * ux);
            path.lineTo(x - ux + ARROW_HEAD_SLOPE * uy, y - uy - ARROW_HEAD_SLOPE * ux);
            path.closePath();
        }
        return path;
    }

    private static void paint(Canvas c, Band m) {
        c.paint(m.ink().colour().withAlpha(m.alpha()));
        Path2D.Double path = new Path2D.Double();
        int start = 0;
        while (start < m.x().length) {
            if (!present(c, m, start)) {
                start++;
                continue;
            }
            int end = start;
            while (end < m.x().length && present(c, m, end)) {
                end++;
            }
            path.moveTo(c.x(m.x()[start]), c.yOrFoot(m.high()[start]));
            for (int i = start + 1; i < end; i++) {
                path.lineTo(c.x(m.x()[i]), c.yOrFoot(m.high()[i]));
            }
            for (int i = end - 1; i >= start; i--) {
                path.lineTo(c.x(m.x()[i]), c.yOrFoot(m.low()[i]));
            }
            path.closePath();
            start = end;
        }
        c.g.fill(path);
    }

    private static boolean present(Canvas c, Band m, int i) {
        return !Double.isNaN(c.x(m.x()[i])) && !Double.isNaN(m.low()[i]) && !Double.isNaN(m.high()[i]);
    }

    private static void paint(Canvas c, Points m) {
        double[] x = m.x();
        double[] y = m.y();
        double r = x.length > MANY_POINTS ? 1.3 : x.length > 200 ? 2 : 3;
        c.paint(m.ink().colour().withAlpha(x.length > MANY_POINTS ? 0.55 : 0.8));
        int columns = (int) (c.area.getWidth() * 2) + 1;
        int rows = (int) (c.area.getHeight() * 2) + 1;
        BitSet taken = new BitSet();
        Ellipse2D.Double dot = new Ellipse2D.Double();
        for (int i = 0; i < x.length; i++) {
            double px = c.x(x[i]);
            double py = c.y(y[i]);
            int column = (int) ((px - c.area.getX()) * 2);
            int row = (int) ((py - c.area.getY()) * 2);
            if (Double.isNaN(px) || Double.isNaN(py) || column < 0 || column >= columns || row < 0 || row >= rows) {
                continue;
            }
            int cell = row * columns + column;
            if (x.length > MANY_POINTS && taken.get(cell)) {
                continue;
            }
            taken.set(cell);
            dot.setFrame(px - r, py - r, 2 * r, 2 * r);
            c.g.fill(dot);
        }
    }

    private static void paint(Canvas c, Histogram m) {
        double[] edges = m.edges();
        double[] heights = m.heights();
        c.paint(m.ink().colour().withAlpha(0.75));
        for (int i = 0; i < heights.length; i++) {
            double from = c.x(edges[i]);
            double to = c.x(edges[i + 1]);
            if (Double.isNaN(to) || Double.isNaN(heights[i]) || heights[i] == 0) {
                continue;
            }
            from = Double.isNaN(from) ? c.area.getX() : from;
            double gap = to - from > 4 ? 1 : 0;
            double a = c.yOrFoot(0);
            double b = c.yOrFoot(heights[i]);
            c.g.fill(new Rectangle2D.Double(from, Math.min(a, b), to - from - gap, Math.max(1, Math.abs(a - b))));
        }
    }

    private static void paint(Canvas c, Intervals m) {
        boolean horizontal = m.horizontal();
        c.paint(m.ink().colour());
        for (int i = 0; i < m.at().length; i++) {
            double p = horizontal ? c.y(m.at()[i]) : c.x(m.at()[i]);
            double from = horizontal ? c.x(m.low()[i]) : c.y(m.low()[i]);
            double to = horizontal ? c.x(m.high()[i]) : c.y(m.high()[i]);
            double middle = horizontal ? c.x(m.value()[i]) : c.y(m.value()[i]);
            c.stroke(Pen.LINE);
            if (!Double.isNaN(from) && !Double.isNaN(to)) {
                line(c, horizontal, p, from, p, to);
                line(c, horizontal, p - ERROR_BAR_CAP, from, p + ERROR_BAR_CAP, from);
                line(c, horizontal, p - ERROR_BAR_CAP, to, p + ERROR_BAR_CAP, to);
            }
            if (!Double.isNaN(middle)) {
                double x = horizontal ? middle : p;
                double y = horizontal ? p : middle;
                c.g.fill(new Ellipse2D.Double(x - POINT_RADIUS, y - POINT_RADIUS, 2 * POINT_RADIUS, 2 * POINT_RADIUS));
            }
        }
    }

    private static void line(Canvas c, boolean horizontal, double p1, double q1, double p2, double q2) {
        c.g.draw(horizontal ? new Line2D.Double(q1, p1, q2, p2) : new Line2D.Double(p1, q1, p2, q2));
    }

    private static void paint(Canvas c, Bars m) {
        double[][] values = m.values();
        double group = Math.min((c.x(1) - c.x(0)) * BAR_GROUP_SHARE, MAX_BAR_WIDTH * values.length);
        double width = group / values.length;
        double gap = width > 6 ? 1.5 : 0;
        double foot = c.yOrFoot(0);
        for (int s = 0; s < values.length; s++) {
            c.paint(Ink.series(s).colour());
            for (int i = 0; i < values[s].length; i++) {
                if (Double.isNaN(values[s][i])) {
                    continue;
                }
                double y = c.yOrFoot(values[s][i]);
                double left = c.x(i) - group / 2 + s * width;
                c.g.fill(new Rectangle2D.Double(left, Math.min(y, foot), width - gap, Math.max(1, Math.abs(foot - y))));
            }
        }
    }

    private static void paint(Canvas c, Spans m) {
        Strip strip = m.strip();
        int[] colours = strip.colours();
        for (int i = 0; i < strip.start().length; i++) {
            double from = c.x(strip.start()[i]);
            double to = c.x(strip.end()[i]);
            int kind = strip.kind()[i];
            if ((kind >= 0 || m.isShade()) && to - from >= 0.5) {
                c.paint(Theme.phase(kind < 0 ? -1 : colours[kind]).withAlpha(Theme.SPAN_ALPHA));
                c.g.fill(new Rectangle2D.Double(from, c.area.getMinY(), to - from, c.area.getHeight()));
            }
        }
    }

    private static void paint(Canvas c, Rule m) {
        double p = m.vertical() ? c.x(m.at()) : c.y(m.at());
        if (Double.isNaN(p)) {
            return;
        }
        c.paint(m.ink().colour());
        c.stroke(Pen.THIN_LINE);
        c.g.draw(m.vertical() ? new Line2D.Double(p, c.area.getMinY(), p, c.area.getMaxY())
                : new Line2D.Double(c.area.getMinX(), p, c.area.getMaxX(), p));
        if (!m.label().isEmpty()) {
            label(c, m, p);
        }
    }

    private static void label(Canvas c, Rule m, double p) {
        var font = Fonts.get().small;
        String text = Text.fit(font, m.label(), c.area.getWidth() / 2);
        double width = Text.width(font, text);
        double x;
        double baseline;
        if (m.vertical()) {
            x = p + 5 + width < c.area.getMaxX() ? p + 5 : p - 5 - width;
            baseline = c.area.getMinY() + 12;
        } else {
            x = c.area.getMaxX() - width - 5;
            baseline = p - 16 > c.area.getMinY() ? p - 5 : p + 14;
        }
        c.paint(Theme.GROUND.withAlpha(0.85));
        c.g.fill(new Rectangle2D.Double(x - 2, baseline - 11, width + 4, 14));
        c.paint(m.ink().colour());
        c.g.setFont(font);
        c.g.drawString(text, (float) x, (float) baseline);
    }

    private static void paint(Canvas c, TextMark m) {
        double x = c.x(m.x());
        double y = c.y(m.y());
        if (Double.isNaN(x) || Double.isNaN(y)) {
            return;
        }
        var font = Fonts.get().small;
        String words = Text.fit(font, m.words(), c.area.getWidth() / 2);
        double width = Text.width(font, words);
        // A text that would exceed the right edge of the panel is placed left of its point.
        boolean before = m.before() || x + TEXT_OFFSET_X + width > c.area.getMaxX();
        double left = before ? x - TEXT_OFFSET_X - width : x + TEXT_OFFSET_X;
        double baseline = Math.max(y - TEXT_OFFSET_Y, c.area.getMinY() + 12);
        c.paint(Theme.GROUND.withAlpha(0.8));
        c.g.fill(new Rectangle2D.Double(left - 2, baseline - 10, width + 4, 12));
        c.paint(m.ink().colour());
        c.g.setFont(font);
        c.g.drawString(words, (float) left, (float) baseline);
    }

    /** Draws a {@link Heat} as one image in the resolution of the panel, so that no output device smooths its cells. */
    private static final class HeatPainter {
        private static final int HATCH = 6;
        private final Heat heat;
        private final double[] range;

        HeatPainter(Heat heat) {
            this.heat = heat;
            range = heat.range();
        }

        void paint(Canvas c) {
            int width = (int) Math.round(c.area.getWidth());
            int height = (int) Math.round(c.area.getHeight());
            if (width <= 0 || height <= 0 || heat.columns() == 0) {
                return;
            }
            BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
            double left = c.x(heat.origin()) - c.area.getX();
            double perColumn = c.x(heat.origin() + heat.width()) - c.x(heat.origin());
            double rowHeight = Math.abs(c.y(1) - c.y(0));
            double top = c.y(0) - rowHeight / 2 - c.area.getY();
            for (int px = 0; px < width; px++) {
                int from = (int) Math.floor((px - left) / perColumn);
                int to = Math.max(from + 1, (int) Math.floor((px + 1 - left) / perColumn));
                int row = -1;
                int colour = 0;
                boolean missing = true;
                for (int py = 0; py < height; py++) {
                    int r = (int) Math.floor((py + 0.5 - top) / rowHeight);
                    if (r != row) {
                        row = r;
                        double value = mean(r, from, to);
                        missing = Double.isNaN(value);
                        colour = missing ? 0 : 0xFF000000 | heat.colour(r, value, range).rgb();
                    }
                    boolean inside = r >= 0 && r < heat.values().length && from < heat.columns() && to > 0;
                    if (inside) {
                        image.setRGB(px, py, !missing ? colour
                                : 0xFF000000 | ((px + py) % HATCH == 0 ? Theme.MISSING : Theme.GROUND).rgb());
                    }
                }
            }
            c.g.drawImage(image, (int) Math.round(c.area.getX()), (int) Math.round(c.area.getY()), null);
        }

        private double mean(int row, int from, int to) {
            if (row < 0 || row >= heat.values().length) {
                return Double.NaN;
            }
            double sum = 0;
            int n = 0;
            for (int k = Math.max(0, from); k < Math.min(to, heat.columns()); k++) {
                double v = heat.values()[row][k];
                if (Double.isFinite(v)) {
                    sum += v;
                    n++;
                }
            }
            return n == 0 ? Double.NaN : sum / n;
        }
    }
}
