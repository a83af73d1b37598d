package runbench.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.align.run.RankState;
import runbench.align.view.AlignmentQuality;
import runbench.align.view.ClusterView;
import runbench.align.view.ClusterView.Heading;
import runbench.align.view.ClusterView.RankView;
import runbench.align.view.ClusterView.RankView.SyncError;
import runbench.align.view.PhaseRow;
import runbench.align.view.PhaseStays;
import runbench.align.view.PhaseView;
import runbench.align.view.Quantity;
import runbench.align.view.TimeAxis;
import runbench.base.quantity.Numbers;
import runbench.base.stats.Statistics;
import runbench.plotter.figure.Strip;
import runbench.plotter.render.html.Page;
import runbench.plotter.render.html.Page.PageCard;
import runbench.plotter.render.html.Page.PageClocks;
import runbench.plotter.render.html.Page.PageFact;
import runbench.plotter.render.html.PageMetric;
import runbench.plotter.render.html.PagePhases;
import runbench.plotter.render.html.PageSeries;
import runbench.plotter.render.html.PageSeries.Lane;
import runbench.plotter.render.html.PageSeries.Stays;
import runbench.report.cluster.ClusterFacts;
import runbench.report.cluster.ProgramStages;

/** Builds the interactive page of a run on many nodes: a lane per rank, the phases, the findings and exact values. */
public final class ClusterPage {
    /** Number of quantities with a card; the others appear in the table of ranks. */
    private static final int QUANTITY_CARDS = 3;

    private ClusterPage() {
    }

    /**
     * Returns the page.
     *
     * @param timeline the page of the trace's calls over time, relative to the folder of this page; empty: none
     */
    public static Page of(ClusterView view, Optional<String> timeline) {
        return new Page(view.heading().program() + (view.isOfPrograms() ? ": " : " on ") + ClusterFacts.ranks(view),
                provenance(view), cards(view), ClusterFindings.of(view), series(view), SharedTime.of(view), stays(view),
                ClusterTables.of(view), facts(view, timeline), notes(view));
    }

    private static String provenance(ClusterView view) {
        Heading h = view.heading();
        List<String> parts = new ArrayList<>();
        parts.add(h.hosts().size() == 1 ? h.hosts().get(0) : ClusterFacts.hosts(view));
        parts.addAll(h.machine());
        parts.add(ClusterFacts.launch(view));
        parts.add("every " + Numbers.nanos(h.periodNs()));
        parts.add(h.startedUtc());
        parts.add(h.complete() ? "" : h.state().word() + (h.reason() == null ? "" : ": " + h.reason()));
        return parts.stream().filter(p -> p != null && !p.isBlank()).collect(Collectors.joining(" · "));
    }

    private static List<PageCard> cards(ClusterView view) {
        List<PageCard> cards = new ArrayList<>();
        long whole = view.ranks().stream().filter(r -> r.state() == RankState.COMPLETE).count();
        cards.add(new PageCard("wall time", Numbers.si(view.axis().runS(), 3, "s"),
                "from the first " + view.member() + "'s start to the last " + view.member() + "'s end"));
        cards.add(new PageCard(view.member() + "s", String.valueOf(view.ranks().size()),
                whole == view.ranks().size() ? "all complete" : whole + " complete"));
        // A median of different programs has no meaning.
        view.quantities().stream().filter(q -> q.present() && !view.isOfPrograms()).limit(QUANTITY_CARDS).forEach(q -> {
            double[] overall = q.ranks()
                    .stream()
                    .mapToDouble(Quantity.RankRates::overall)
                    .filter(Double::isFinite)
                    .sorted()
                    .toArray();
            if (overall.length > 0) {
                String range = overall.length == 1 ? ""
                        : "median of ranks; " + ClusterTables.value(q.kind(), overall[0], 3) + " to "
                                + ClusterTables.value(q.kind(), overall[overall.length - 1], 3);
                double middle = Statistics.medianOfSorted(overall);
                cards.add(new PageCard(
                        q.name() + (q.unit().isEmpty() || q.kind() == Quantity.Kind.SHARE ? "" : " (" + q.unit() + ")"),
                        ClusterTables.value(q.kind(), middle, 3), range));
            }
        });
        long lost = ClusterFacts.lost(view);
        cards.add(new PageCard("samples", Numbers.count(ClusterFacts.samples(view)),
                lost > 0 ? Numbers.count(lost) + " lost"
                        : ClusterFacts.lossesKnown(view) ? "none lost" : "losses unknown"));
        cards.add(clocks(view));
        return cards;
    }

    private static PageCard clocks(ClusterView view) {
        AlignmentQuality quality = view.alignment();
        return switch (quality.kind()) {
            case ONE_CLOCK -> new PageCard("clocks", "one", "all " + view.member() + "s share it");
            case ALIGNED -> new PageCard("clocks", "± " + Numbers.nanos(quality.worstNs()), "bound for any two hosts");
            case COARSE -> new PageCard("clocks",
                    Double.isFinite(quality.worstNs()) ? "± " + Numbers.nanos(quality.worstNs()) : "no bound",
                    "larger than a sampling period: not aligned");
            case CONTRADICTED -> new PageCard("clocks", "contradicted", "messages or barriers contradict the clocks");
            case PARTIAL -> new PageCard("clocks", "partly known", "some " + view.member() + "s are drawn grey");
        };
    }

    private static PageSeries series(ClusterView view) {
        TimeAxis axis = view.axis();
        List<Lane> lanes = view.ranks().stream().map(r -> new Lane(r.title(), r.host(), caveat(r))).toList();
        List<PageMetric> metrics = view.quantities()
                .stream()
                .map(q -> metric(q, view.ranks(), axis.buckets()))
                .toList();
        return new PageSeries("time since the start of the run", "s", axis.fromS(), axis.bucketS(), axis.toS(), lanes,
                metrics, phases(view), PagePhases.NONE, null, view.isOfPrograms());
    }

    private static String caveat(RankView rank) {
        return rank.incomparable() == null ? ""
                : (rank.aligned() ? "not comparable: " : "not aligned: ") + rank.incomparable();
    }

    private static PageMetric metric(Quantity q, List<RankView> ranks, int buckets) {
        double[] none = new double[buckets];
        Arrays.fill(none, Double.NaN);
        double[][][] planes = new double[3][ranks.size()][];
        for (int i = 0; i < ranks.size(); i++) {
            int rank = ranks.get(i).rank();
            Quantity.RankRates own = q.ranks()
                    .stream()
                    .filter(r -> r.rank() == rank && r.present())
                    .findFirst()
                    .orElse(null);
            planes[0][i] = own == null ? none : own.mean();
            planes[1][i] = own == null ? none : own.min();
            planes[2][i] = own == null ? none : own.max();
        }
        return new PageMetric(q.name(), q.kind() == Quantity.Kind.SHARE ? "" : q.unit(), q.countedAs(),
                PageMetric.Kind.valueOf(q.kind().name()), planes[0], planes[1], planes[2]);
    }

    private static PagePhases phases(ClusterView view) {
        PhaseView phases = view.phases();
        if (phases == null) {
            TimeAxis a = view.axis();
            return ProgramStages.of(view)
                    .map(s -> PagePhases.of(s.strip(), view.ranks().size(), a.fromS(), a.bucketS(), a.buckets()))
                    .orElse(PagePhases.NONE);
        }
        List<PhaseView.RankPhaseSpans> spans = phases.spans();
        int[] row = spans.stream()
                .flatMapToInt(s -> IntStream.generate(() -> place(view, s.rank())).limit(s.kind().length))
                .toArray();
        double[] from = spans.stream().flatMapToDouble(s -> Arrays.stream(s.startS())).toArray();
        double[] to = spans.stream().flatMapToDouble(s -> Arrays.stream(s.endS())).toArray();
        int[] kind = spans.stream().flatMapToInt(s -> Arrays.stream(s.kind())).toArray();
        int[] known = IntStream.range(0, row.length).filter(i -> row[i] >= 0).toArray();
        Strip strip = new Strip(pick(row, known), pick(from, known), pick(to, known), pick(kind, known),
                phases.kinds().stream().map(PhaseView.PhaseKind::label).toList());
        TimeAxis axis = view.axis();
        return PagePhases.of(strip, view.ranks().size(), axis.fromS(), axis.bucketS(), axis.buckets());
    }

    /**
     * Returns the durations of phases with the ranks in the order of the lanes; the phase with most time comes first.
     */
    private static List<Stays> stays(ClusterView view) {
        return view.phases() == null ? List.of()
                : view.phases()
                        .stays()
                        .stream()
                        .sorted(Comparator.comparingDouble((PhaseStays s) -> share(view.phases(), s)).reversed())
                        .map(s -> new Stays(s.kind(), s.lowS(), s.step(),
                                view.ranks()
                                        .stream()
                                        .map(r -> r.rank() < s.counts().length ? s.counts()[r.rank()]
                                                : new int[s.counts()[0].length])
                                        .toArray(int[][]::new),
                                view.ranks()
                                        .stream()
                                        .mapToDouble(
                                                r -> r.rank() < s.medianS().length ? s.medianS()[r.rank()] : Double.NaN)
                                        .toArray()))
                        .toList();
    }

    private static double share(PhaseView phases, PhaseStays stays) {
        String label = phases.kinds().get(stays.kind()).label();
        return phases.rows()
                .stream()
                .filter(r -> r.label().equals(label))
                .mapToDouble(PhaseRow::share)
                .findFirst()
                .orElse(0);
    }

    private static int place(ClusterView view, int rank) {
        return IntStream.range(0, view.ranks().size())
                .filter(i -> view.ranks().get(i).rank() == rank)
                .findFirst()
                .orElse(-1);
    }

    private static int[] pick(int[] values, int[] which) {
        return Arrays.stream(which).map(i -> values[i]).toArray();
    }

    private static double[] pick(double[] values, int[] which) {
        return Arrays.stream(which).mapToDouble(i -> values[i]).toArray();
    }

    private static List<PageFact> facts(ClusterView view, Optional<String> timeline) {
        Heading h = view.heading();
        List<PageFact> facts = new ArrayList<>();
        timeline.ifPresent(
                t -> facts.add(new PageFact("calls, messages and waits over time", "timeline of the trace", t)));
        facts.add(new PageFact("command", String.join(" ", h.command())));
        facts.add(new PageFact("launcher", view.isOfPrograms() ? null
                : h.launcher() + (h.mpi() == null ? "" : ", messages traced under " + h.mpi())));
        facts.add(new PageFact("hosts", String.join(", ", h.hosts())));
        facts.add(new PageFact("processors", String.join("; ", h.machine())));
        facts.add(new PageFact("started", h.startedUtc()));
        facts.add(new PageFact("sampling period", Numbers.nanos(h.periodNs())));
        facts.add(new PageFact("counted by", String.join(", ", h.sources())));
        h.notCounted()
                .forEach(n -> facts.add(new PageFact("not counted",
                        n.event() + " on " + (n.ranks().size() == view.ranks().size() ? "any " + view.member()
                                : ClusterFacts.names(view, n.ranks())) + ": " + n.why())));
        facts.add(new PageFact("clocks", view.alignment().words()));
        view.quantities()
                .stream()
                .filter(q -> q.countedAs() != null && !q.countedAs().isEmpty())
                .forEach(q -> facts.add(new PageFact(q.name(), q.countedAs())));
        facts.removeIf(f -> f.value() == null || f.value().isBlank());
        return facts;
    }

    private static List<String> notes(ClusterView view) {
        List<String> notes = new ArrayList<>();
        notes.add(view.alignment().words() + ".");
        if (view.phasesAbsent() != null && !view.isOfPrograms()) {
            notes.add("No phases: " + view.phasesAbsent() + ".");
        }
        notes.addAll(view.heading().remarks());
        return notes;
    }

    /** Builds the page's description of the clocks: one clock per host with its errors. */
    static final class SharedTime {
        private static final int PLACES = 33;

        private SharedTime() {
        }

        static PageClocks of(ClusterView view) {
            Map<String, RankView> hosts = new LinkedHashMap<>();
            view.ranks()
                    .stream()
                    .filter(r -> r.error() != null)
                    .forEach(r -> hosts.merge(r.host(), r,
                            (a, b) -> b.worst().widthNanos() > a.worst().widthNanos() ? b : a));
            if (hosts.isEmpty()) {
                return PageClocks.ONE;
            }
            double[] reach = hosts.values()
                    .stream()
                    .mapToDouble(r -> Math.max(-r.worst().loNanos(), r.worst().hiNanos()))
                    .sorted()
                    .toArray();
            // Error between the known clocks; used if some host's clock is unknown.
            double known = reach[reach.length - 1] + (reach.length > 1 ? reach[reach.length - 2] : 0);
            return new PageClocks(view.axis().clock(),
                    (view.alignment().kind() == AlignmentQuality.Kind.PARTIAL ? known : view.alignment().worstNs())
                            / 1e9,
                    hosts.entrySet().stream().map(e -> host(e.getKey(), e.getValue().error())).toList());
        }

        private static PageClocks.Host host(String name, SyncError e) {
            int stride = Math.max(1, (e.atS().length - 1) / (PLACES - 1));
            return new PageClocks.Host(name, every(e.atS(), stride, 1), every(e.errStatNs(), stride, 1e9),
                    every(e.loNs(), stride, 1e9), every(e.hiNs(), stride, 1e9));
        }

        private static double[] every(double[] values, int stride, double unit) {
            return IntStream.range(0, values.length)
                    .filter(i -> i % stride == 0)
                    .mapToDouble(i -> values[i] / unit)
                    .toArray();
        }
    }
}
