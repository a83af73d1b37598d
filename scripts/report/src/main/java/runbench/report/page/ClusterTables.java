package runbench.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.align.view.ClusterView;
import runbench.align.view.PhaseRow;
import runbench.align.view.PhaseView;
import runbench.align.view.Quantity;
import runbench.align.view.ClusterView.RankView;
import runbench.align.view.ClusterView.RankView.ProgramTimes;
import runbench.base.quantity.Numbers;
import runbench.base.timeline.StatedError;
import runbench.pas2p.efficiency.EfficiencyDefinitions;
import runbench.pas2p.phase.CpuShortage;
import runbench.pas2p.phase.RankBalance;
import runbench.plotter.render.html.PageMetric;
import runbench.plotter.render.html.PageTable;
import runbench.report.RunCaption;
import runbench.report.cluster.ClusterFacts;
import runbench.report.text.ClusterPhasesText;
import runbench.report.text.ProgramsText;

/** Builds the tables of exact values: phases, ranks and clocks. */
final class ClusterTables {
    private static final String UNKNOWN = PageNumbers.UNKNOWN;

    /** Index of the column of predicted times. */
    private static final int PREDICTED = 4;
    private static final double MIN_BAR_RATIO = 0.9;

    private ClusterTables() {
    }

    static List<PageTable> of(ClusterView view) {
        List<PageTable> tables = new ArrayList<>();
        if (view.phases() != null) {
            tables.addAll(phases(view.phases()).fitted());
        }
        tables.addAll(ranks(view).fitted());
        if (view.isOfPrograms()) {
            tables.addAll(times(view).fitted());
        }
        if (view.phases() != null && !view.phases().calls().spans().isEmpty()) {
            tables.addAll(calls(view.phases().calls()).fitted());
        }
        if (view.ranks().stream().anyMatch(r -> r.worst() != null)) {
            tables.add(clocks(view));
        }
        return tables;
    }

    private static PageTable phases(PhaseView phases) {
        List<PageTable.Column> columns = new ArrayList<>(List.of(PageNumbers.text("phase"),
                PageNumbers.text("activity of the ranks"), PageNumbers.number("times"), PageNumbers.number("time (s)"),
                PageNumbers.number("of the run"), PageNumbers.number("imbalance"), PageNumbers.text("critical rank"),
                PageNumbers.number("in MPI")));
        List<String> metrics = phases.rows()
                .stream()
                .flatMap(r -> r.metrics().stream())
                .filter(m -> Double.isFinite(m.value()))
                .map(m -> PageNumbers.heading(m.name(), m.unit()))
                .distinct()
                .toList();
        List<String> counts = phases.rows()
                .stream()
                .flatMap(r -> r.counts().stream())
                .filter(c -> Double.isFinite(c.count()))
                .map(c -> PageNumbers.heading(c.event(), ""))
                .distinct()
                .toList();
        boolean efficiencies = phases.rows().stream().anyMatch(r -> r.efficiency().known());
        if (efficiencies) {
            PhaseRow.Shares.NAMES.forEach(n -> columns.add(PageNumbers.number(EfficiencyDefinitions.of(n).title())));
        }
        metrics.forEach(m -> columns.add(PageNumbers.number(m)));
        counts.forEach(c -> columns.add(PageNumbers.number(c)));
        boolean predicted = phases.rows().stream().anyMatch(r -> Double.isFinite(r.predictedS()));
        if (predicted) {
            columns.add(PREDICTED, PageNumbers.number(ClusterPhasesText.heading(phases.predicted()) + " (s)"));
        }
        double longest = phases.rows().stream().mapToDouble(PhaseRow::share).filter(Double::isFinite).max().orElse(1);
        List<List<PageTable.Cell>> rows = new ArrayList<>();
        for (PhaseRow r : phases.rows()) {
            List<PageTable.Cell> cells = new ArrayList<>(
                    List.of(PageTable.Cell.of(r.label()), PageTable.Cell.of(r.description()),
                            PageTable.Cell.of(r.occurrences() > 0 ? Numbers.count(r.occurrences()) : UNKNOWN),
                            PageTable.Cell.of(seconds(r.timeS())),
                            new PageTable.Cell(PageNumbers.percent(r.share()), r.share() / longest),
                            PageTable.Cell.of(PageNumbers.percent(r.imbalance())),
                            PageTable.Cell.of(r.criticalRank() < 0 ? UNKNOWN : "rank " + r.criticalRank()),
                            PageTable.Cell.of(PageNumbers.percent(r.mpiShare()))));
            if (predicted) {
                cells.add(PREDICTED, PageTable.Cell.of(seconds(r.predictedS())));
            }
            if (efficiencies) {
                Arrays.stream(r.efficiency().all()).forEach(v -> cells.add(PageTable.Cell.of(PageNumbers.percent(v))));
            }
            for (String m : metrics) {
                cells.add(PageTable.Cell.of(r.metrics()
                        .stream()
                        .filter(x -> PageNumbers.heading(x.name(), x.unit()).equals(m))
                        .findFirst()
                        .filter(x -> Double.isFinite(x.value()))
                        .map(x -> (r.belowPeriod() ? "≈ " : "")
                                + PageNumbers.value(PageNumbers.kind(x.unit()), x.value(), 4))
                        .orElse(UNKNOWN)));
            }
            for (String c : counts) {
                cells.add(PageTable.Cell.of(r.counts()
                        .stream()
                        .filter(x -> PageNumbers.heading(x.event(), "").equals(c))
                        .findFirst()
                        .map(x -> count(x))
                        .orElse(UNKNOWN)));
            }
            rows.add(cells);
        }
        List<String> notes = new ArrayList<>();
        notes.add("Click a row to show only its phase. Imbalance: time outside MPI of the slowest rank relative to the "
                + "mean, minus 1"
                + (phases.starved().stream().anyMatch(CpuShortage::ready) ? ", without waits for a CPU" : "")
                + ". Critical rank –: " + RankBalance.NO_CRITICAL_RANK + ".");
        CpuShortage.text(phases.starved())
                .ifPresent(s -> notes.add(0, s.substring(0, 1).toUpperCase(Locale.ROOT) + s.substring(1) + "."));
        if (phases.rows().stream().anyMatch(PhaseRow::belowPeriod)) {
            notes.add("≈: the phase is shorter than a sampling period, so its counts are inaccurate.");
        }
        if (efficiencies) {
            notes.add("Parallel efficiency is load balance x communication efficiency, and that serialisation x "
                    + "transfer efficiency.");
        }
        ClusterPhasesText.predicted(phases)
                .forEach(line -> notes.add(line.substring(0, 1).toUpperCase(Locale.ROOT) + line.substring(1) + "."));
        notes.addAll(phases.notes());
        List<Integer> kinds = phases.rows()
                .stream()
                .map(r -> IntStream.range(0, phases.kinds().size())
                        .filter(k -> phases.kinds().get(k).label().equals(r.label()))
                        .findFirst()
                        .orElse(-1))
                .toList();
        return new PageTable("Phases", String.join(" ", notes), kinds, columns, rows);
    }

    private static String count(PhaseRow.CountInPhase c) {
        if (!Double.isFinite(c.count())) {
            return UNKNOWN;
        }
        boolean exact = !(c.most() - c.least() >= 1);
        return Numbers.count(Math.round(c.count())) + (exact ? ""
                : " (" + Numbers.count((long) Math.floor(c.least())) + " to "
                        + Numbers.count((long) Math.ceil(c.most())) + ")");
    }

    private static PageTable ranks(ClusterView view) {
        List<Quantity> quantities = view.quantities().stream().filter(Quantity::present).toList();
        List<PageTable.Column> columns = new ArrayList<>(List.of(PageNumbers.text(view.member()),
                PageNumbers.text("host"), PageNumbers.text("recording"), PageNumbers.number("from (s)"),
                PageNumbers.number("to (s)"), PageNumbers.number("samples"), PageNumbers.number("lost")));
        quantities.forEach(q -> columns.add(PageNumbers.number(PageNumbers.heading(q.name(), q.unit()))));
        List<List<PageTable.Cell>> rows = new ArrayList<>();
        for (RankView r : view.ranks()) {
            List<PageTable.Cell> cells = new ArrayList<>(
                    List.of(PageTable.Cell.of(ClusterFacts.name(view, r.rank())), PageTable.Cell.of(r.host()),
                            PageTable.Cell.of(r.state().word() + (r.why() == null ? "" : ": " + r.why())
                                    + (r.aligned() ? "" : ", not aligned")),
                            PageTable.Cell.of(seconds(r.startS())), PageTable.Cell.of(seconds(r.endS())),
                            PageTable.Cell.of(Numbers.count(r.samples())),
                            PageTable.Cell.of(r.lost() < 0 ? UNKNOWN : Numbers.count(r.lost()))));
            for (Quantity q : quantities) {
                cells.add(overall(q, r.rank()));
            }
            rows.add(cells);
        }
        return new PageTable(view.isOfPrograms() ? "Programs" : "Ranks",
                "Means over each " + view.member()
                        + "'s whole run; ≈: scaled estimate, because the event was multiplexed.",
                List.of(), columns, rows);
    }

    /** Returns the table of the times of the programs of a plan. */
    private static PageTable times(ClusterView view) {
        List<List<PageTable.Cell>> rows = new ArrayList<>();
        for (RankView r : view.ranks()) {
            ProgramTimes t = r.times();
            rows.add(Stream
                    .of(t.name(), seconds(t.startedS()), seconds(t.readyS()), t.until() == null ? "start" : t.until(),
                            seconds(t.stoppedS()), seconds(t.endedS()), ProgramsText.ending(t))
                    .map(PageTable.Cell::of)
                    .toList());
        }
        return new PageTable("Times of the programs",
                "Seconds since the start of the run. When the deciding programs have ended, the others are ended.",
                List.of(),
                List.of(PageNumbers.text("program"), PageNumbers.number("start (s)"), PageNumbers.number("ready (s)"),
                        PageNumbers.text("ready when"), PageNumbers.number("asked to end (s)"),
                        PageNumbers.number("end (s)"), PageNumbers.text("exit")),
                rows);
    }

    /** Returns the table of the ranks' states: computing, or inside an MPI call. */
    private static PageTable calls(PhaseView.CallView calls) {
        List<PageTable.Column> columns = new ArrayList<>(List.of(PageNumbers.text("rank")));
        calls.names().forEach(n -> columns.add(PageNumbers.number(n)));
        List<List<PageTable.Cell>> rows = new ArrayList<>();
        for (PhaseView.RankPhaseSpans s : calls.spans()) {
            double[] times = new double[calls.names().size()];
            IntStream.range(0, s.kind().length).forEach(i -> times[s.kind()[i]] += s.endS()[i] - s.startS()[i]);
            double all = Arrays.stream(times).sum();
            List<PageTable.Cell> cells = new ArrayList<>(List.of(PageTable.Cell.of(String.valueOf(s.rank()))));
            for (double time : times) {
                cells.add(new PageTable.Cell(PageNumbers.percent(time / all), all > 0 ? time / all : 0));
            }
            rows.add(cells);
        }
        return new PageTable("MPI calls",
                "Share of each rank's time from MPI_Init to MPI_Finalize: computing, or inside an MPI call. The chart "
                        + "shows the states over time.",
                List.of(), columns, rows);
    }

    private static PageTable.Cell overall(Quantity q, int rank) {
        double[] all = q.ranks()
                .stream()
                .mapToDouble(Quantity.RankRates::overall)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        // Bars of almost equal length carry no information.
        double top = all.length > 1 && all[0] < MIN_BAR_RATIO * all[all.length - 1] ? all[all.length - 1] : 0;
        return q.ranks()
                .stream()
                .filter(r -> r.rank() == rank && Double.isFinite(r.overall()))
                .findFirst()
                .map(r -> new PageTable.Cell(
                        (r.measured() < RunCaption.FULLY_MEASURED ? "≈ " : "") + value(q.kind(), r.overall(), 4),
                        top > 0 ? r.overall() / top : 0))
                .orElse(PageTable.Cell.of(UNKNOWN));
    }

    /** Returns the table of clocks; ranks of a host share its clock. */
    private static PageTable clocks(ClusterView view) {
        TreeMap<String, StatedError> hosts = new TreeMap<>();
        view.ranks()
                .stream()
                .filter(r -> r.worst() != null)
                .forEach(r -> hosts.merge(r.host(), r.worst(), StatedError::worse));
        double widest = hosts.values()
                .stream()
                .mapToDouble(StatedError::widthNanos)
                .filter(Double::isFinite)
                .max()
                .orElse(1);
        List<List<PageTable.Cell>> rows = new ArrayList<>();
        hosts.forEach((host,
                e) -> rows.add(List.of(PageTable.Cell.of(host), PageTable.Cell.of(micros(e.errStatNanos())),
                        PageTable.Cell.of(micros(e.loNanos())), PageTable.Cell.of(micros(e.hiNanos())),
                        e.guaranteed() ? new PageTable.Cell(micros(e.widthNanos()), e.widthNanos() / widest)
                                : PageTable.Cell.of("no bound"),
                        PageTable.Cell.of(e.how().name().toLowerCase(Locale.ROOT).replace('_', ' ')))));
        return new PageTable("Clocks",
                "Relative to the reference "
                        + view.axis().clock() + ", largest error of the run. The true time is within the interval.",
                List.of(),
                List.of(PageNumbers.text("host"), PageNumbers.number("standard error (µs)"),
                        PageNumbers.number("not earlier than (µs)"), PageNumbers.number("not later than (µs)"),
                        PageNumbers.number("interval (µs)"), PageNumbers.text("method")),
                rows);
    }

    static String value(Quantity.Kind kind, double value, int digits) {
        return PageNumbers.value(PageMetric.Kind.valueOf(kind.name()), value, digits);
    }

    private static String seconds(double s) {
        return Double.isFinite(s) ? Numbers.fixed(s, s < 10 ? 6 : 3) : UNKNOWN;
    }

    private static String micros(double nanos) {
        return Double.isFinite(nanos) ? Numbers.fixed(nanos / 1e3, 3) : UNKNOWN;
    }
}
