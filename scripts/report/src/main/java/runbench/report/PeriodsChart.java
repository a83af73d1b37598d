package runbench.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.parser.series.Envelope;
import runbench.parser.series.PeriodCurve;
import runbench.parser.stats.RunSummary;
import runbench.plotter.figure.Buckets;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.report.RunChart.ChartCaption;

/** The chart of a run at several sampling periods, with the peak of each rate against the period. */
public final class PeriodsChart {
    private static final double HEIGHT = 150;

    private PeriodsChart() {
    }

    /**
     * One event or metric at several periods.
     *
     * @param event name of the event or metric
     * @param unit unit of the rates
     * @param mean mean of the whole run
     * @param limit maximum of the machine, in the unit of the rates; null if it is unknown or there is none
     * @param limitFrom source of the limit; null without one
     * @param drawn curves at the requested periods, in ascending order
     * @param ladder curves at more periods, in ascending order, for the peaks
     */
    public record RateAtPeriods(String event, String unit, double mean, Double limit,
            @JsonProperty("limit_from") String limitFrom, List<PeriodCurve> drawn, List<PeriodCurve> ladder) {}

    /**
     * Draws two panels per event: its curves on one scale, and the peak against the period.
     *
     * @param buckets maximum number of steps of a curve
     * @param notes remarks for the foot
     */
    public static Figure figure(RunSummary summary, List<RateAtPeriods> rates, int buckets, List<String> notes) {
        ChartCaption caption = RunCaption.of(summary);
        Figure figure = Figure.titled(caption.title() + " at several periods")
                .label(caption.label())
                .provenance(String.join(" · ", caption.machine(), caption.kernel(), caption.source(),
                        "recorded every " + Numbers.si(caption.periodAskedNanos() * 1e-9, 3, "s")));
        for (RateAtPeriods r : rates) {
            Envelope finest = r.drawn().get(0).envelope();
            figure.x(Abscissa.own(finest.axis()).scale().between(0, finest.end()));
            figure.add(curves(r, buckets)).add(peaks(r));
        }
        notes.forEach(figure::note);
        caption.notes().forEach(figure::note);
        return figure;
    }

    private static Panel curves(RateAtPeriods r, int buckets) {
        Panel panel = Panel.of(r.event(), Scale.linear(r.unit()).startingAtZero().si(""))
                .detail(r.drawn().get(0).envelope().countedAs())
                .remark("mean " + Numbers.si(r.mean(), 3, ""))
                .height(HEIGHT);
        for (int i = 0; i < r.drawn().size(); i++) {
            PeriodCurve c = r.drawn().get(i);
            panel.buckets(steps(c, "every " + period(c), buckets, Ink.series(i)));
        }
        return r.limit() == null ? panel : panel.level(r.limit(), "limit", Ink.GREY);
    }

    /** Returns the steps of a curve; if there are too many, each covers several periods and spans their range. */
    private static Buckets steps(PeriodCurve c, String name, int most, Ink ink) {
        Envelope e = c.envelope();
        int times = (e.buckets() + most - 1) / most;
        int count = (e.buckets() + times - 1) / times;
        double[] edges = new double[count + 1];
        double[] mean = new double[count];
        double[] low = new double[count];
        double[] high = new double[count];
        for (int b = 0; b < count; b++) {
            double[] known = Arrays.stream(e.mean(), b * times, Math.min(e.buckets(), (b + 1) * times))
                    .filter(Double::isFinite)
                    .toArray();
            edges[b] = e.origin() + b * times * e.bucketWidth();
            mean[b] = Arrays.stream(known).average().orElse(Double.NaN);
            low[b] = Arrays.stream(known).min().orElse(Double.NaN);
            high[b] = Arrays.stream(known).max().orElse(Double.NaN);
        }
        edges[count] = e.end();
        return new Buckets(name, edges, mean, low, high,
                Arrays.stream(high).filter(Double::isFinite).max().orElse(Double.NaN), 1, ink);
    }

    private static Panel peaks(RateAtPeriods r) {
        double[] periods = Columns.of(r.ladder(), PeriodCurve::periodS);
        Panel panel = Panel.of(r.event() + ": peak by period", Scale.linear(r.unit()).startingAtZero().si(""))
                .x(Scale.log("period").si("s"))
                .height(HEIGHT)
                .lineWithPoints("peak", periods, Columns.of(r.ladder(), PeriodCurve::peak), Ink.series(0))
                .line("mean", periods, IntStream.range(0, periods.length).mapToDouble(i -> r.mean()).toArray(),
                        Ink.GREY);
        return r.limit() == null ? panel : panel.level(r.limit(), "limit", Ink.GREY);
    }

    /** Returns the peaks as rows of a table: period, peak, peak / mean, and the share of time above the limit. */
    public static List<String[]> rows(List<RateAtPeriods> rates) {
        boolean limited = rates.stream().anyMatch(r -> r.limit() != null);
        List<String[]> rows = new ArrayList<>();
        rows.add(row(limited, "event", "period", "peak", "peak / mean", "time above the limit"));
        for (RateAtPeriods r : rates) {
            for (PeriodCurve c : r.drawn()) {
                rows.add(row(limited, r.event(), period(c), Units.si(c.peak()) + " " + r.unit(),
                        r.mean() > 0 ? Units.si(c.peak() / r.mean()) : "–",
                        c.shareAbove() == null ? "–" : Numbers.percent(c.shareAbove())));
            }
        }
        return rows;
    }

    private static String period(PeriodCurve c) {
        return Numbers.si(c.periodS(), 3, "s");
    }

    private static String[] row(boolean limited, String... cells) {
        return limited ? cells : Arrays.copyOf(cells, cells.length - 1);
    }
}
