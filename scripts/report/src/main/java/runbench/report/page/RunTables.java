package runbench.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.base.quantity.Numbers;
import runbench.parser.metrics.MetricSummary;
import runbench.parser.metrics.SampleSpread;
import runbench.parser.record.CountStatus;
import runbench.parser.series.Envelope;
import runbench.parser.stats.EventSummary;
import runbench.plotter.render.html.PageMetric;
import runbench.plotter.render.html.PagePicture;
import runbench.plotter.render.html.PageTable.Cell;
import runbench.plotter.render.html.PageTable;

/** Builds the tables of exact values of one run: counts, metrics and distributions of samples. */
final class RunTables {
    private static final int BAR_COUNT = 50;
    private static final double[] QUANTILES = {0.01, 0.1, 0.5, 0.9, 0.99};

    private RunTables() {
    }

    static List<PageTable> of(ShownRun run) {
        List<PageTable> tables = new ArrayList<>();
        RunPhases.table(run).ifPresent(tables::add);
        RunPhases.functions(run).ifPresent(tables::add);
        tables.addAll(IntervalTables.of(run.summary()));
        if (!run.summary().metrics().isEmpty()) {
            tables.add(metrics(run.summary().metrics()));
        }
        if (!run.summary().events().isEmpty()) {
            tables.add(events(run.summary().events()));
        }
        spreads(run).ifPresent(tables::add);
        return tables;
    }

    private static PageTable events(List<EventSummary> events) {
        List<List<Cell>> rows = events.stream()
                .map(e -> List.of(Cell.of(e.name()), Cell.of(count(e)), rate(e, e.meanRate()), rate(e, e.peakRate()),
                        Cell.of(e.rateUnit() == null ? "" : e.rateUnit()),
                        Cell.of(e.shareMeasured() == null ? PageNumbers.UNKNOWN : Numbers.percent(e.shareMeasured())),
                        Cell.of(e.status() == CountStatus.NOT_COUNTED ? "not counted: " + e.reason()
                                : e.countedAs() == null ? "" : e.countedAs())))
                .toList();
        return new PageTable("Counts",
                "Exact counts; ≈: scaled estimate of a multiplexed event, ± half of a 95 % interval.", List.of(),
                List.of(PageNumbers.text("event"), PageNumbers.number("count"), PageNumbers.number("mean rate"),
                        PageNumbers.number("peak rate"), PageNumbers.text("unit"), PageNumbers.number("measured"),
                        PageNumbers.text("counted as")),
                rows);
    }

    private static String count(EventSummary e) {
        if (e.finalCount() == null) {
            return PageNumbers.UNKNOWN;
        }
        return e.finalEstimate() == null ? Numbers.count(e.finalCount())
                : "≈ " + Numbers.count(Math.round(e.finalEstimate()))
                        + (e.finalEstimateError() == null ? "" : " ± " + Numbers.si(e.finalEstimateError(), 2, ""));
    }

    private static Cell rate(EventSummary e, Double rate) {
        return Cell.of(rate == null ? PageNumbers.UNKNOWN : PageNumbers.value(PageMetric.Kind.RATE, rate, 4));
    }

    private static PageTable metrics(List<MetricSummary> metrics) {
        List<List<Cell>> rows = metrics.stream()
                .map(m -> List.of(Cell.of(m.title() == null ? m.name() : m.title()), Cell.of(value(m, m.value())),
                        Cell.of(m.interval() == null || m.value() == null ? PageNumbers.UNKNOWN
                                : value(m, m.interval().low()) + " to " + value(m, m.interval().high())),
                        Cell.of(value(m, m.lowest())), Cell.of(value(m, m.highest())),
                        Cell.of(m.unit() == null ? "" : PageNumbers.unit(m.unit())),
                        Cell.of(m.value() == null ? "not computed: " + m.reason()
                                : m.computedFrom() == null ? "" : m.computedFrom())))
                .toList();
        return new PageTable("Metrics", "Metrics of the whole run, from the final counts.", List.of(),
                List.of(PageNumbers.text("metric"), PageNumbers.number("value"), PageNumbers.number("interval"),
                        PageNumbers.number("lowest sample"), PageNumbers.number("highest sample"),
                        PageNumbers.text("unit"), PageNumbers.text("computed from")),
                rows);
    }

    private static String value(MetricSummary m, Double value) {
        return value == null ? PageNumbers.UNKNOWN
                : PageNumbers.value(PageNumbers.kind(m.unit() == null ? "" : m.unit()), value, 4);
    }

    private static Optional<PageTable> spreads(ShownRun run) {
        List<List<Cell>> rows = new ArrayList<>();
        for (Envelope e : run.panels()) {
            run.spread(e).filter(s -> s.sorted().length > 1).ifPresent(s -> rows.add(spread(e, s)));
        }
        List<PageTable.Column> columns = new ArrayList<>(
                List.of(PageNumbers.text("quantity"), PageNumbers.text("distribution")));
        for (double q : QUANTILES) {
            columns.add(PageNumbers.number(q == 0.5 ? "median" : Math.round(100 * q) + " %"));
        }
        columns.add(PageNumbers.number("samples"));
        return rows.isEmpty() ? Optional.empty()
                : Optional.of(new PageTable("Distributions",
                        "Distribution of single samples; the drawing spans the 1 % to the 99 % quantile. "
                                + "Successive samples are correlated, so their scatter is not the uncertainty of the mean.",
                        List.of(), columns, rows));
    }

    private static List<Cell> spread(Envelope e, SampleSpread s) {
        List<Cell> row = new ArrayList<>();
        row.add(Cell.of(PageNumbers.heading(e.event(), e.rateUnit())));
        row.add(Cell.of(new PagePicture.Bars(counts(s)), "quantiles on the right"));
        PageMetric.Kind kind = PageNumbers.kind(e.rateUnit());
        for (double q : QUANTILES) {
            row.add(Cell.of(PageNumbers.value(kind, s.quantile(q), 4)));
        }
        row.add(Cell.of(Numbers.count(s.count())));
        return row;
    }

    private static long[] counts(SampleSpread s) {
        double low = s.quantile(QUANTILES[0]);
        double high = s.quantile(QUANTILES[QUANTILES.length - 1]);
        long[] counts = new long[BAR_COUNT];
        for (double v : s.sorted()) {
            if (v >= low && v <= high) {
                counts[high > low ? (int) Math.min(BAR_COUNT - 1, BAR_COUNT * (v - low) / (high - low))
                        : BAR_COUNT / 2]++;
            }
        }
        return counts;
    }
}
