package runbench.plotter.render.html;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import runbench.base.quantity.Numbers;
import runbench.plotter.figure.AxisTick;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Theme;

/**
 * Draws a static overview of the whole run: phases, and for each metric the median and the 10-90 % band. The statistics
 * are over all lanes, or over the samples of a single lane.
 */
final class OverviewSvg {
    private static final int WIDTH = 1160;
    private static final int COLUMNS = 290;
    private static final int LEFT = 190;
    private static final int ROW = 56;
    private static final int STRIP = 18;
    private static final int FOOT = 22;
    private static final int MAX_METRICS = 8;
    private static final double MAX_LANE_SHARE = 0.1;

    private final PageSeries series;
    private final StringBuilder out = new StringBuilder();

    private OverviewSvg(PageSeries series) {
        this.series = series;
    }

    static String of(PageSeries full) {
        return new OverviewSvg(full.coarsened(Math.max(1, (full.bins() + COLUMNS - 1) / COLUMNS))).draw();
    }

    private String draw() {
        List<PageMetric> metrics = series.metrics().stream().limit(MAX_METRICS).toList();
        int strip = series.phases().codes().length == 0 ? 0 : STRIP + 6;
        int height = strip + metrics.size() * ROW + FOOT;
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Overview "
                + "of the whole run\">", WIDTH, height);
        if (strip > 0) {
            phases();
        }
        for (int i = 0; i < metrics.size(); i++) {
            metric(metrics.get(i), strip + i * ROW);
        }
        for (AxisTick tick : AxisTick.of(Scale.linear(""), series.start(), series.end(), 8)) {
            boolean last = x(tick.value()) > WIDTH - 30;
            text(x(tick.value()), height - 6, last ? "end" : "middle", "muted",
                    tick.label() + (series.unit().isEmpty() ? "" : " " + series.unit()));
        }
        return out.append("</svg>").toString();
    }

    private void phases() {
        int[] row = series.phases().codes()[0];
        text(LEFT - 10, STRIP - 5, "end", "text",
                series.phases().lanes() ? "phases, " + series.lanes().get(0).name() : "phases");
        for (int b = 0; b < row.length;) {
            int end = b;
            while (end < row.length && row[end] == row[b]) {
                end++;
            }
            String colour = row[b] == 0 ? "class=\"none\""
                    : "fill=\"" + PageAssets.css(Theme.phase(series.phases().colours()[row[b] - 1]).rgb()) + "\"";
            add("<path %s d=\"M%.1f 0H%.1fV%dH%.1fz\"/>", colour, edge(b), edge(end), STRIP, edge(b));
            b = end;
        }
    }

    private void metric(PageMetric metric, int top) {
        int bins = metric.bins();
        double[][] bands = new double[3][bins];
        double peak = 0;
        double[] column = new double[metric.mean().length];
        for (int b = 0; b < bins && one(metric); b++) {
            bands[0][b] = metric.spread().tenth()[0][b];
            bands[1][b] = metric.spread().sparse() ? metric.mean()[0][b] : metric.spread().median()[0][b];
            bands[2][b] = metric.spread().ninth()[0][b];
            peak = Math.max(peak, Double.isNaN(bands[2][b]) ? 0 : Math.max(bands[1][b], bands[2][b]));
        }
        for (int b = 0; b < bins && !one(metric); b++) {
            int n = 0;
            for (double[] lane : metric.mean()) {
                if (!Double.isNaN(lane[b])) {
                    column[n++] = lane[b];
                }
            }
            Arrays.sort(column, 0, n);
            double[] shares = {MAX_LANE_SHARE, 0.5, 1 - MAX_LANE_SHARE};
            for (int s = 0; s < shares.length; s++) {
                bands[s][b] = n == 0 ? Double.NaN : column[(int) Math.round(shares[s] * (n - 1))];
            }
            peak = n == 0 ? peak : Math.max(peak, bands[2][b]);
        }
        String unit = metric.unit().isEmpty() ? "" : " (" + metric.unit() + ")";
        text(LEFT - 10, top + 22, "end", "text", shortened(metric.name()));
        text(LEFT - 10, top + 38, "end", "muted", "0 to " + value(metric.kind(), peak) + unit);
        add("<path class=\"grid\" d=\"M%d %dH%d\"/>", LEFT, top + ROW - 6, WIDTH);
        line(bands[0], bands[2], top, peak, true);
        line(bands[1], bands[1], top, peak, false);
    }

    /** Returns true for a single lane, for which the band is over samples instead of lanes. */
    private static boolean one(PageMetric metric) {
        return metric.mean().length == 1 && metric.spread() != null;
    }

    /** Adds one path with a gap for each missing bin; an area returns along {@code low}. */
    private void line(double[] low, double[] high, int top, double peak, boolean area) {
        StringBuilder path = new StringBuilder();
        for (int b = 0; b < high.length;) {
            if (Double.isNaN(high[b])) {
                b++;
                continue;
            }
            int end = b;
            for (; end < high.length && !Double.isNaN(high[end]); end++) {
                path.append(end == b ? "M" : "L").append(at(end)).append(' ').append(y(high[end], top, peak));
            }
            for (int i = end - 1; area && i >= b; i--) {
                path.append('L').append(at(i)).append(' ').append(y(low[i], top, peak));
            }
            path.append(area ? "z" : end == b + 1 ? "h1" : "");
            b = end;
        }
        add("<path class=\"%s\" d=\"%s\"/>", area ? "band" : "line", path);
    }

    private static String value(PageMetric.Kind kind, double value) {
        return switch (kind) {
            case RATE -> Numbers.si(value, 3, "");
            case RATIO -> Numbers.fixed(value, value < 10 ? 2 : 0);
            case SHARE -> Numbers.percent(value);
        };
    }

    private static String shortened(String name) {
        return name.length() <= 28 ? name : name.substring(0, 27) + "…";
    }

    private String at(int bin) {
        return String.format(Locale.ROOT, "%.0f", Math.min(WIDTH, (edge(bin) + edge(bin + 1)) / 2));
    }

    private static String y(double value, int top, double peak) {
        return String.format(Locale.ROOT, "%.1f",
                top + ROW - 6 - (ROW - 12) * (peak > 0 ? Math.max(0, Math.min(1, value / peak)) : 0));
    }

    private double edge(int bin) {
        return Math.min(WIDTH, x(series.start() + bin * series.binWidth()));
    }

    private double x(double seconds) {
        return LEFT + (WIDTH - LEFT) * (seconds - series.start()) / Math.max(1e-12, series.end() - series.start());
    }

    private void text(double x, double y, String anchor, String look, String words) {
        add("<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"%s\" class=\"%s\">%s</text>", x, y, anchor, look,
                Markup.escaped(words));
    }

    private void add(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values));
    }
}
