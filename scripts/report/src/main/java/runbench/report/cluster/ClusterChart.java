package runbench.report.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.align.log.RankRegions;
import runbench.align.run.ClusterState;
import runbench.align.run.RankState;
import runbench.align.view.ClusterView;
import runbench.align.view.ClusterView.Heading;
import runbench.align.view.Quantity;
import runbench.align.view.ClusterView.RankView;
import runbench.align.view.ClusterView.RankView.SyncError;
import runbench.align.view.TimeAxis;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;
import runbench.report.RunCaption;
import runbench.report.cluster.LanePanels.HeatPanel;

/**
 * The chart of a run on many nodes: phases of each rank, clock errors, then a lane per rank or, beyond
 * {@value #MAX_LANES} ranks, a heat map. The label states the quality of the alignment first.
 */
public final class ClusterChart {
    /** Maximum number of lanes; more would make the page too long. */
    static final int MAX_LANES = 16;
    /** Quantities that are drawn first if they were counted. */
    private static final List<String> PREFERRED = List.of("ipc", "cpu_utilisation", "l1d_misses_per_1000_references",
            "page-faults", "context-switches");
    private static final int MAX_NOTES = 6;

    private final ClusterView view;
    private final List<RankRegions> logged;

    private ClusterChart(ClusterView view, List<RankRegions> logged) {
        this.view = view;
        this.logged = logged;
    }

    /**
     * Draws a view.
     *
     * @param asked names of requested events and metrics; empty selects the most informative ones
     */
    public static Figure of(ClusterView view, List<String> asked) {
        return of(view, List.of(), asked);
    }

    /**
     * Draws a view with logged regions.
     *
     * @param logged regions that the ranks logged, on the view's axis
     * @param asked names of requested events and metrics; empty selects the most informative ones
     */
    public static Figure of(ClusterView view, List<RankRegions> logged, List<String> asked) {
        return new ClusterChart(view, logged).figure(asked);
    }

    private Figure figure(List<String> asked) {
        Heading h = view.heading();
        Figure figure = Figure.titled(title())
                .label(view.alignment().words() + "."
                        + (h.complete() ? ""
                                : " INCOMPLETE RUN"
                                        + (h.state() == ClusterState.INCOMPLETE ? "" : " (" + h.state().word() + ")")
                                        + (h.reason() == null ? "" : ": " + h.reason()) + "."))
                .provenance(provenance())
                .x(Scale.linear("s since the start of the run, time of " + view.axis().clock())
                        .between(view.axis().fromS(), view.axis().toS()));
        PhasePanels phases = new PhasePanels(view);
        phases.strip().ifPresent(figure::add);
        ProgramStages.of(view).ifPresent(stages -> figure.add(stages.panel(view)));
        phases.calls().ifPresent(figure::add);
        LoggedPanel.of(logged, view).ifPresent(figure::add);
        ErrorPanel.of(view).ifPresent(figure::add);
        List<Quantity> shown = shown(asked);
        for (Quantity quantity : shown) {
            if (view.ranks().size() > MAX_LANES) {
                figure.add(HeatPanel.of(view, quantity));
            } else {
                new LanePanels(view, quantity, phases).panels().forEach(figure::add);
            }
        }
        phases.imbalance().ifPresent(figure::add);
        phases.efficiency().ifPresent(figure::add);
        notes(figure, shown);
        phases.notes().forEach(figure::note);
        return figure;
    }

    private String title() {
        return view.heading().program() + ": " + ClusterFacts.ranks(view) + " on " + ClusterFacts.hosts(view)
                + (view.axis().zoomed()
                        ? String.format(", %s to %s", Units.seconds(view.axis().fromS()),
                                Units.seconds(view.axis().toS()))
                        : "");
    }

    private String provenance() {
        Heading h = view.heading();
        List<String> parts = new ArrayList<>();
        parts.add(String.join(" ", h.command()));
        parts.add("on " + ClusterFacts.hostNames(view));
        parts.addAll(h.machine());
        parts.add(RunCaption.counters(h.sources()));
        parts.add("requested period " + Numbers.nanos(h.periodNs()));
        parts.add(Numbers.count(ClusterFacts.samples(view)) + " samples");
        parts.add(view.ranks().stream().anyMatch(r -> r.lost() < 0) ? "loss unknown for some " + view.member() + "s"
                : Numbers.count(ClusterFacts.lost(view)) + " lost");
        parts.add("run of " + Units.seconds(view.axis().runS()));
        parts.add(h.startedUtc());
        return String.join(" · ", parts);
    }

    private List<Quantity> shown(List<String> asked) {
        if (!asked.isEmpty()) {
            return asked.stream().flatMap(name -> view.quantity(name).stream()).distinct().toList();
        }
        int n = view.ranks().size();
        int most = n > MAX_LANES || n <= 4 ? 3 : n <= 8 ? 2 : 1;
        List<Quantity> all = new ArrayList<>();
        PREFERRED.forEach(name -> view.quantity(name).filter(ClusterChart::isInformative).ifPresent(all::add));
        view.quantities().stream().filter(q -> !all.contains(q) && isInformative(q)).forEach(all::add);
        return all.stream().limit(most).toList();
    }

    private static boolean isInformative(Quantity q) {
        return q.present() && q.top() > 0;
    }

    private void notes(Figure figure, List<Quantity> shown) {
        Heading h = view.heading();
        if (view.phasesAbsent() != null && !view.isOfPrograms()) {
            figure.note("No phases: " + view.phasesAbsent() + ".");
        }
        if (shown.isEmpty()) {
            figure.note("No " + view.member() + " counted any event, so there are no rates.");
        } else if (view.ranks().size() <= MAX_LANES) {
            figure.note("Line: mean per bucket of " + Numbers.nanos(view.axis().bucketS() * 1e9)
                    + "; band: range of sample rates in it; blank: no sample, or the " + view.member()
                    + " did not run. " + "Rates are per second of running time. "
                    + (view.isOfPrograms() ? "Each lane has its own scale."
                            : "Lanes of one quantity share one scale."));
        } else {
            figure.note("A row is a " + view.member() + ", a column " + Numbers.nanos(view.axis().bucketS() * 1e9)
                    + " or more; hatched: no sample, or the " + view.member()
                    + " did not run. Rates are per second of running time.");
        }
        List<Quantity> others = view.quantities().stream().filter(q -> !shown.contains(q) && q.present()).toList();
        if (!others.isEmpty()) {
            figure.note("Also counted or computed (draw it with --events NAME): "
                    + others.stream().map(Quantity::name).collect(Collectors.joining(", ")) + ".");
        }
        List<RankView> bad = view.ranks().stream().filter(r -> r.state() != RankState.COMPLETE).toList();
        bad.stream()
                .limit(MAX_NOTES)
                .forEach(r -> figure.note((view.isOfPrograms() ? "" : "Rank ") + r.label() + ": " + r.state().word()
                        + (r.why() == null ? "" : " (" + r.why() + ")") + "."));
        view.ranks()
                .stream()
                .filter(r -> r.incomparable() != null && r.state() != RankState.MISSING)
                .map(r -> r.host()
                        + (r.aligned() ? " is not comparable in buckets of this width: " : " is not aligned: ")
                        + r.incomparable() + ". Its " + view.member() + "s are grey: do not compare them with others")
                .distinct()
                .limit(MAX_NOTES)
                .forEach(figure::note);
        h.notCounted()
                .stream()
                .limit(MAX_NOTES)
                .forEach(n -> figure.note(n.event() + ": not counted"
                        + (n.ranks().size() >= view.ranks().stream().filter(r -> r.samples() > 0).count() ? ""
                                : " on " + ClusterFacts.names(view, n.ranks()))
                        + " (" + n.why() + ")"));
        h.remarks()
                .stream()
                .filter(r -> bad.stream().noneMatch(b -> r.startsWith(b.title() + ":")))
                .limit(MAX_NOTES)
                .forEach(figure::note);
    }

    /** The panel of the hosts' clock errors along the run; absent if all ranks share one clock. */
    static final class ErrorPanel {
        private static final int HEIGHT = 46;

        private ErrorPanel() {
        }

        static Optional<Panel> of(ClusterView view) {
            Map<String, RankView> hosts = new LinkedHashMap<>();
            view.ranks()
                    .stream()
                    .filter(r -> r.error() != null)
                    .forEach(r -> hosts.merge(r.host(), r, (a, b) -> bound(b) > bound(a) ? b : a));
            if (hosts.isEmpty()) {
                return Optional.empty();
            }
            RankView worst = hosts.values().stream().max((a, b) -> Double.compare(bound(a), bound(b))).orElseThrow();
            Panel panel = Panel.of("Clock error", Scale.linear("").startingAtZero().si("s"))
                    .detail("maximum difference of each host's time from " + view.axis().clock() + "; sampling period "
                            + Numbers.nanos(view.heading().periodNs()))
                    .height(HEIGHT);
            List<RankView> others = new ArrayList<>(hosts.values());
            others.remove(worst);
            boolean named = false;
            for (RankView other : others) {
                panel.line(named ? "" : "other hosts", other.error().atS(), bound(other.error()), Ink.GREY);
                named = true;
            }
            panel.line("standard error of " + worst.host(), worst.error().atS(), seconds(worst.error().errStatNs()),
                    Ink.BLUE);
            panel.line("guaranteed, " + worst.host(), worst.error().atS(), bound(worst.error()), Ink.ORANGE);
            if (Arrays.stream(bound(worst.error())).noneMatch(Double::isFinite)) {
                panel.remark("no guaranteed bound for " + worst.host());
            }
            return Optional.of(panel);
        }

        private static double bound(RankView r) {
            return Math.max(-r.worst().loNanos(), r.worst().hiNanos());
        }

        private static double[] bound(SyncError e) {
            double[] bound = new double[e.atS().length];
            Arrays.setAll(bound, i -> {
                double worst = Math.max(-e.loNs()[i], e.hiNs()[i]) / 1e9;
                return Double.isFinite(worst) ? worst : Double.NaN;
            });
            return bound;
        }

        private static double[] seconds(double[] nanos) {
            return Arrays.stream(nanos).map(v -> v / 1e9).toArray();
        }
    }

    /** The panel of the regions that ranks logged, one row per rank. */
    static final class LoggedPanel {
        private static final int MAX_ROWS = 64;
        private static final double ROW_PIXELS = 18;

        private LoggedPanel() {
        }

        /** Returns the panel; empty if no region overlaps the window. */
        static Optional<Panel> of(List<RankRegions> ranks, ClusterView view) {
            TimeAxis axis = view.axis();
            Map<String, Integer> kinds = new LinkedHashMap<>();
            List<int[]> rowAndKind = new ArrayList<>();
            List<double[]> spans = new ArrayList<>();
            List<RankRegions> shown = ranks.stream().limit(MAX_ROWS).toList();
            for (int row = 0; row < shown.size(); row++) {
                RankRegions r = shown.get(row);
                for (int i = 0; i < r.names().size(); i++) {
                    double from = Math.max(axis.fromS(), r.startS()[i]);
                    double to = Math.min(axis.toS(), r.endS()[i]);
                    if (from <= to) {
                        rowAndKind.add(new int[]{row, kinds.computeIfAbsent(r.names().get(i), n -> kinds.size())});
                        spans.add(new double[]{from, to});
                    }
                }
            }
            if (spans.isEmpty()) {
                return Optional.empty();
            }
            Strip strip = new Strip(rowAndKind.stream().mapToInt(r -> r[0]).toArray(),
                    spans.stream().mapToDouble(s -> s[0]).toArray(), spans.stream().mapToDouble(s -> s[1]).toArray(),
                    rowAndKind.stream().mapToInt(r -> r[1]).toArray(), List.copyOf(kinds.keySet()));
            return Optional
                    .of(Panel
                            .of("Regions",
                                    Scale.names(view.member(),
                                            shown.stream().map(r -> ClusterFacts.name(view, r.rank())).toList()))
                            .detail("as each " + view.member() + " logged them"
                                    + (shown.size() < ranks.size() ? "; the first " + shown.size() + " of "
                                            + ranks.size() + " " + view.member() + "s" : ""))
                            .strip(strip)
                            .height(Math.max(46, Math.min(420, ROW_PIXELS * shown.size()))));
        }
    }
}
