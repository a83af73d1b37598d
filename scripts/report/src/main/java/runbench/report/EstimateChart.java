package runbench.report;

import java.util.List;
import java.util.Locale;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.Exchanges;
import runbench.sync.exchange.Exchanges.Stamps;
import runbench.sync.session.EstimateSession.FileEstimates;
import runbench.sync.session.EstimateSession.WindowEstimates;

/**
 * The chart of clock windows relative to the fitted clock: the bounds from each message and the guaranteed interval.
 */
public final class EstimateChart {
    private static final int MAX_PANELS = 8;

    private EstimateChart() {
    }

    /** Draws the windows of all files, at most {@value #MAX_PANELS}, relative to the line of the last method. */
    public static Figure figure(List<FileEstimates> all) {
        Figure figure = figure("Clock of " + all.get(0).source().recording().node());
        int panels = 0;
        for (FileEstimates file : all) {
            for (WindowEstimates w : file.windows()) {
                if (panels++ < MAX_PANELS) {
                    figure.add(panel(w.exchanges(), w.last().estimate(), w.number()));
                }
            }
        }
        return figure;
    }

    private static Figure figure(String title) {
        return Figure.titled(title)
                .x(Scale.linear("reference time since the window's first exchange (s)"))
                .label("clock differences minus the fitted line: the true clock is below every upper and above every "
                        + "lower point");
    }

    private static Panel panel(Exchanges window, Estimate e, int number) {
        Stamps kind = e.stamps();
        double[] x = new double[window.size()];
        double[] upper = new double[window.size()];
        double[] lower = new double[window.size()];
        long begin = window.stamp(kind, 1, 0);
        for (int i = 0; i < x.length; i++) {
            if (!window.has(kind, i)) {
                x[i] = upper[i] = lower[i] = Double.NaN;
                continue;
            }
            long t1 = window.stamp(kind, 1, i);
            long t4 = window.stamp(kind, 4, i);
            x[i] = (t1 - begin) * 1e-9;
            upper[i] = (window.stamp(kind, 2, i) - t1 - e.baseNanos() - fittedOffset(e, t1)) * 1e-9;
            lower[i] = (window.stamp(kind, 3, i) - t4 - e.baseNanos() - fittedOffset(e, t4)) * 1e-9;
        }
        double reach = 2.5e-9 * Math.max(e.hiNanos(), -e.loNanos());
        Scale y = Scale.linear("").si("s");
        return Panel.of("window " + number, Double.isFinite(reach) ? y.between(-reach, reach) : y)
                .detail(e.method() + ", " + kind.name().toLowerCase(Locale.ROOT) + " stamps")
                .remark(String.format(Locale.ROOT, "%+.4f ppm, +- %.3f us, guaranteed %.2f to %.2f us", e.slope() * 1e6,
                        e.errStatNanos() / 1e3, e.loNanos() / 1e3, e.hiNanos() / 1e3))
                .points("forward", x, upper, Ink.BLUE)
                .points("back", x, lower, Ink.GREEN)
                .level(0, "fit", Ink.ORANGE)
                .intervals("guaranteed at the end, if the clock's rate was constant",
                        new double[]{(e.x0Nanos() - begin) * 1e-9}, new double[]{0}, new double[]{e.loNanos() * 1e-9},
                        new double[]{e.hiNanos() * 1e-9}, Ink.BLACK);
    }

    private static double fittedOffset(Estimate e, long at) {
        return e.offsetNanos() + e.slope() * (at - e.x0Nanos());
    }
}
