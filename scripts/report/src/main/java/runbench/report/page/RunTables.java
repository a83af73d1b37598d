package runbench.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.base.quantity.Numbers;
import runbench.parser.metrics.MetricSummary;
import runbench.parser.metrics.SampleSpreads.SampleSpread;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.series.Envelope;
import runbench.parser.stats.RunSummary.EventSummary;
import runbench.parser.structure.Structure;
import runbench.parser.structure.Structure.RecurringPhase;
import runbench.parser.symbols.FunctionProfile.FunctionShare;
import runbench.parser.symbols.FunctionProfile.RunningFunctions;
import runbench.plotter.render.html.PageMetric;
import runbench.plotter.render.html.PageTable;
import runbench.plotter.render.html.PageTable.Cell;
import runbench.plotter.render.html.PageTable.PagePicture;

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
                .map(e -> List.of(Cell.of(e.name()), Cell.of(count(e)), rate(e.meanRate()), rate(e.peakRate()),
                        Cell.of(e.rateUnit() == null ? "" : e.rateUnit()),
                        Cell.of(e.shareMeasured() == null ? PageNumbers.UNKNOWN : Numbers.percent(e.shareMeasured())),
                        Cell.of(e.status() == CountStatus.NOT_COUNTED ? "not counted"
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

    private static Cell rate(Double rate) {
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
                                + "Successive samples are correlated, so their scatter is not the uncertainty of the "
                                + "mean.",
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

    /** Builds the tables of the phases and functions of a run. */
    static final class RunPhases {
        private RunPhases() {
        }

        /** Returns the table of the phases in the strip; empty if there are none. */
        static Optional<PageTable> table(ShownRun run) {
            return run.structure().filter(s -> s.phases().size() > 1).map(s -> table(s, run.logged().isEmpty()));
        }

        private static PageTable table(Structure structure, boolean shown) {
            List<RecurringPhase> phases = structure.phases();
            List<PageTable.Column> columns = new ArrayList<>(List.of(PageNumbers.text("phase"),
                    PageNumbers.number("times"), PageNumbers.number(PageNumbers.heading("total", structure.unit())),
                    PageNumbers.number("of the run")));
            structure.columns().forEach(c -> columns.add(PageNumbers.number(PageNumbers.heading(c.event(), c.unit()))));
            double longest = phases.stream().mapToDouble(RecurringPhase::share).max().orElse(1);
            List<List<Cell>> rows = new ArrayList<>();
            for (RecurringPhase p : phases) {
                List<Cell> row = new ArrayList<>(List.of(Cell.of(p.name()), Cell.of(Numbers.count(p.times())),
                        Cell.of(PageNumbers.value(PageMetric.Kind.RATIO, p.length(), 4)),
                        new Cell(PageNumbers.percent(p.share()), p.share() / longest)));
                IntStream.range(0, p.rates().size())
                        .forEach(c -> row
                                .add(Cell.of(PageNumbers.value(PageNumbers.kind(structure.columns().get(c).unit()),
                                        p.rates().get(c) == null ? Double.NaN : p.rates().get(c), 4))));
                rows.add(row);
            }
            return new PageTable("Phases",
                    "Stretches with similar rates in the counters; the last columns are means."
                            + (shown ? " Click a row to show only its phase." : ""),
                    shown ? IntStream.range(0, phases.size()).boxed().toList() : List.of(), columns, rows);
        }

        /**
         * Returns the table of functions by phase and of the whole run; empty if the samples contain no code addresses.
         */
        static Optional<PageTable> functions(ShownRun run) {
            return Optional.ofNullable(run.summary().functions())
                    .map(ran -> functions(ran, run.structure().map(Structure::phases).orElse(List.of()),
                            run.logged().isEmpty()));
        }

        private static PageTable functions(RunningFunctions ran, List<RecurringPhase> phases, boolean shown) {
            List<String> names = phases.size() > 1 ? phases.stream().map(RecurringPhase::name).toList() : List.of();
            List<Integer> of = new ArrayList<>();
            List<List<Cell>> rows = new ArrayList<>();
            for (RunningFunctions.OfPhase p : ran.phases()) {
                if (names.contains(p.phase())) {
                    p.functions().forEach(f -> rows.add(row(p.phase(), f, p.samples())));
                    p.functions().forEach(f -> of.add(names.indexOf(p.phase())));
                }
            }
            Stream<FunctionShare> callers = ran.byTotal().stream().filter(f -> !ran.functions().contains(f));
            Stream.concat(ran.functions().stream(), callers).forEach(f -> {
                rows.add(row("whole run", f, ran.samples()));
                of.add(-1);
            });
            boolean follows = shown && !names.isEmpty();
            return new PageTable("Functions",
                    "Functions at the samples; each sample represents one period of running time."
                            + (follows ? " Click a phase, here or above, to show only its functions." : "")
                            + (ran.unsampledS() > 0
                                    ? " Not included: " + Numbers.si(ran.unsampledS(), 3, "s")
                                            + " in the kernel, which requires a privilege."
                                    : ""),
                    follows ? of : List.of(), follows,
                    Stream.concat(
                            Stream.of(PageNumbers.text("phase"), PageNumbers.text("function"),
                                    PageNumbers.text("library"), PageNumbers.number("share of its time"),
                                    PageNumbers.number("95 % interval")),
                            ran.byTotal().isEmpty() ? Stream.empty()
                                    : Stream.of(PageNumbers.number("with called functions")))
                            .toList(),
                    rows);
        }

        /** @param samples number of samples of the part */
        private static List<Cell> row(String phase, FunctionShare f, int samples) {
            List<Cell> row = new ArrayList<>(List.of(Cell.of(phase), Cell.of(f.function()), Cell.of(f.library()),
                    new Cell(PageNumbers.percent(f.share()), f.share()),
                    Cell.of(PageNumbers.percent(f.low()) + " to " + PageNumbers.percent(f.high()))));
            if (f.total() != null) {
                row.add(new Cell(PageNumbers.percent((double) f.total() / samples), (double) f.total() / samples));
            }
            return row;
        }
    }
}
