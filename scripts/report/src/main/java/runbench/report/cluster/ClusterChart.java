package runbench.report.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import runbench.align.log.RankRegions;
import runbench.align.run.ClusterState;
import runbench.align.run.RankState;
import runbench.align.view.ClusterView;
import runbench.align.view.Heading;
import runbench.align.view.Quantity;
import runbench.align.view.RankView;
import runbench.base.quantity.Numbers;
import runbench.base.quantity.Units;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Scale;
import runbench.report.RunCaption;

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
        LoggedPanel.of(logged, view.axis()).ifPresent(figure::add);
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
        long hosts = view.heading().hosts().size();
        return view.heading().program() + ": " + view.ranks().size() + (view.ranks().size() == 1 ? " rank" : " ranks")
                + " on " + hosts + (hosts == 1 ? " host" : " hosts")
                + (view.axis().zoomed()
                        ? String.format(", %s to %s", Units.seconds(view.axis().fromS()),
                                Units.seconds(view.axis().toS()))
                        : "");
    }

    private String provenance() {
        Heading h = view.heading();
        List<String> parts = new ArrayList<>();
        parts.add(String.join(" ", h.command()));
        parts.add(h.hosts().size() <= 8 ? "on " + String.join(", ", h.hosts())
                : "on " + String.join(", ", h.hosts().subList(0, 7)) + " and " + (h.hosts().size() - 7) + " more");
        parts.addAll(h.machine());
        parts.add(RunCaption.counters(h.sources()));
        parts.add("requested period " + Numbers.nanos(h.periodNs()));
        parts.add(Numbers.count(view.ranks().stream().mapToLong(RankView::samples).sum()) + " samples");
        long lost = view.ranks().stream().mapToLong(r -> Math.max(0, r.lost())).sum();
        parts.add(view.ranks().stream().anyMatch(r -> r.lost() < 0) ? "loss unknown for some ranks"
                : Numbers.count(lost) + " lost");
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
        if (view.phasesAbsent() != null) {
            figure.note("No phases: " + view.phasesAbsent() + ".");
        }
        if (shown.isEmpty()) {
            figure.note("No rank counted any event, so there are no rates.");
        } else if (view.ranks().size() <= MAX_LANES) {
            figure.note("Line: mean per bucket of " + Numbers.nanos(view.axis().bucketS() * 1e9)
                    + "; band: range of sample rates in it; blank: no sample. "
                    + "Rates are per second of running time. Lanes of one quantity share one scale.");
        } else {
            figure.note("A row is a rank, a column " + Numbers.nanos(view.axis().bucketS() * 1e9)
                    + " or more; hatched: no sample. Rates are per second of running time.");
        }
        List<Quantity> others = view.quantities().stream().filter(q -> !shown.contains(q) && q.present()).toList();
        if (!others.isEmpty()) {
            figure.note("Also counted or computed (draw it with --event NAME): "
                    + others.stream().map(Quantity::name).collect(Collectors.joining(", ")) + ".");
        }
        List<RankView> bad = view.ranks().stream().filter(r -> r.state() != RankState.COMPLETE).toList();
        bad.stream()
                .limit(MAX_NOTES)
                .forEach(r -> figure.note("Rank " + r.label() + ": " + r.state().word()
                        + (r.why() == null ? "" : " (" + r.why() + ")") + "."));
        view.ranks()
                .stream()
                .filter(r -> r.incomparable() != null && r.state() != RankState.MISSING)
                .map(r -> r.host()
                        + (r.aligned() ? " is not comparable in buckets of this width: " : " is not aligned: ")
                        + r.incomparable() + ". Its ranks are grey: do not compare them with others")
                .distinct()
                .limit(MAX_NOTES)
                .forEach(figure::note);
        h.notCounted()
                .stream()
                .limit(MAX_NOTES)
                .forEach(n -> figure.note(n.event() + ": not counted"
                        + (n.ranks().size() >= view.ranks().stream().filter(r -> r.samples() > 0).count() ? ""
                                : " on rank "
                                        + n.ranks().stream().map(String::valueOf).collect(Collectors.joining(", ")))
                        + " (" + n.why() + ")"));
        h.remarks()
                .stream()
                .filter(r -> bad.stream().noneMatch(b -> r.startsWith("rank " + b.rank() + ":")))
                .limit(MAX_NOTES)
                .forEach(figure::note);
    }
}
