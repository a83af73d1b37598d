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
 * The chart of a run on many nodes: phases of each rank on top, the clocks' errors, then a lane per rank, or beyond
 * {@value #MOST_LANES} ranks a heat map; how well the ranks can be compared stands first.
 */
public final class ClusterChart {
    /** Beyond, a lane per rank would be a page that nobody scrolls. */
    static final int MOST_LANES = 16;
    /** Asked for first, where it was counted. */
    private static final List<String> PREFERRED = List.of("ipc", "cpu_utilisation", "l1d_misses_per_1000_references",
            "page-faults", "context-switches");
    private static final int MOST_NOTES = 6;

    private final ClusterView view;
    private final List<RankRegions> logged;

    private ClusterChart(ClusterView view, List<RankRegions> logged) {
        this.view = view;
        this.logged = logged;
    }

    /** @param asked events and metrics by name, as the view was asked for them; empty: those that tell most */
    public static Figure of(ClusterView view, List<String> asked) {
        return of(view, List.of(), asked);
    }

    /** @param logged by the ranks themselves, on the view's axis */
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
            if (view.ranks().size() > MOST_LANES) {
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
        parts.add("period asked " + Numbers.nanos(h.periodNs()));
        parts.add(Numbers.count(view.ranks().stream().mapToLong(RankView::samples).sum()) + " samples");
        long lost = view.ranks().stream().mapToLong(r -> Math.max(0, r.lost())).sum();
        parts.add(view.ranks().stream().anyMatch(r -> r.lost() < 0) ? "loss unknown of some ranks"
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
        int most = n > MOST_LANES || n <= 4 ? 3 : n <= 8 ? 2 : 1;
        List<Quantity> all = new ArrayList<>();
        PREFERRED.forEach(name -> view.quantity(name).filter(ClusterChart::tells).ifPresent(all::add));
        view.quantities().stream().filter(q -> !all.contains(q) && tells(q)).forEach(all::add);
        return all.stream().limit(most).toList();
    }

    private static boolean tells(Quantity q) {
        return q.present() && q.top() > 0;
    }

    private void notes(Figure figure, List<Quantity> shown) {
        Heading h = view.heading();
        if (view.phasesAbsent() != null) {
            figure.note("No phases: " + view.phasesAbsent() + ".");
        }
        if (shown.isEmpty()) {
            figure.note("Nothing was counted on any rank: there are no rates to draw.");
        } else if (view.ranks().size() <= MOST_LANES) {
            figure.note("Line: mean per bucket of " + Numbers.nanos(view.axis().bucketS() * 1e9)
                    + "; band: range of sample rates in it; blank: no sample. "
                    + "Rates are per second of running time. Lanes of one quantity share one scale.");
        } else {
            figure.note("A row is a rank, a column " + Numbers.nanos(view.axis().bucketS() * 1e9)
                    + " or more; hatched: no sample. Rates are per second of running time.");
        }
        List<Quantity> others = view.quantities().stream().filter(q -> !shown.contains(q) && q.present()).toList();
        if (!others.isEmpty()) {
            figure.note("Counted or computed too (--event NAME draws it): "
                    + others.stream().map(Quantity::name).collect(Collectors.joining(", ")) + ".");
        }
        List<RankView> bad = view.ranks().stream().filter(r -> r.state() != RankState.COMPLETE).toList();
        bad.stream()
                .limit(MOST_NOTES)
                .forEach(r -> figure.note("Rank " + r.label() + ": " + r.state().word()
                        + (r.why() == null ? "" : " (" + r.why() + ")") + "."));
        view.ranks()
                .stream()
                .filter(r -> r.incomparable() != null && r.state() != RankState.MISSING)
                .map(r -> r.host()
                        + (r.aligned() ? " cannot be compared in buckets this narrow: " : " is not aligned: ")
                        + r.incomparable() + ". Its ranks are grey: do not read them against others")
                .distinct()
                .limit(MOST_NOTES)
                .forEach(figure::note);
        h.notCounted()
                .stream()
                .limit(MOST_NOTES)
                .forEach(n -> figure.note(n.event() + ": not counted"
                        + (n.ranks().size() >= view.ranks().stream().filter(r -> r.samples() > 0).count() ? ""
                                : " on rank "
                                        + n.ranks().stream().map(String::valueOf).collect(Collectors.joining(", ")))
                        + " (" + n.why() + ")"));
        h.remarks()
                .stream()
                .filter(r -> bad.stream().noneMatch(b -> r.startsWith("rank " + b.rank() + ":")))
                .limit(MOST_NOTES)
                .forEach(figure::note);
    }
}
