package runbench.report.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import runbench.align.view.ClusterView;
import runbench.align.view.ClusterView.MessageView;
import runbench.align.view.PhaseRow;
import runbench.align.view.PhaseView;
import runbench.base.quantity.Numbers;
import runbench.pas2p.phase.CpuShortage;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;
import runbench.report.text.ClusterPhasesText;

/** The panels of the ranks' phases: a strip above, pale bands behind the lanes, and the imbalance of each phase. */
final class PhasePanels {
    private static final int MAX_ROWS = 64;
    private static final double ROW_PIXELS = 18;
    private static final int MAX_BARS = 8;

    private final ClusterView view;
    /** Null if there are no phases. */
    private final PhaseView phases;
    private final List<String> names;

    PhasePanels(ClusterView view) {
        this.view = view;
        phases = view.phases();
        names = phases == null ? List.of() : phases.kinds().stream().map(PhaseView.PhaseKind::label).toList();
    }

    Optional<Panel> strip() {
        if (phases == null) {
            return Optional.empty();
        }
        int n = phases.spans().size();
        int rows = Math.min(MAX_ROWS, n);
        int[] ranks = IntStream.range(0, rows).map(i -> (int) ((long) i * n / rows)).toArray();
        List<Strip> strips = Arrays.stream(ranks).mapToObj(r -> incomparable(r) ? grey(row(r)) : row(r)).toList();
        int size = strips.stream().mapToInt(s -> s.row().length).sum();
        int[] row = new int[size];
        int[] kind = new int[size];
        double[] start = new double[size];
        double[] end = new double[size];
        int at = 0;
        for (int r = 0; r < rows; r++) {
            Strip s = strips.get(r);
            int length = s.row().length;
            Arrays.fill(row, at, at + length, r);
            System.arraycopy(s.kind(), 0, kind, at, length);
            System.arraycopy(s.start(), 0, start, at, length);
            System.arraycopy(s.end(), 0, end, at, length);
            at += length;
        }
        Panel panel = Panel.of("Phases", Scale.names("rank", Arrays.stream(ranks).mapToObj(Integer::toString).toList()))
                .detail(rows < n ? rows + " of " + n + " ranks, evenly spaced"
                        : "of each rank; below a pixel, by share of time")
                .remark("relevant phases cover " + Numbers.percent(phases.coverage()))
                .strip(new Strip(row, start, end, kind, names))
                .height(Math.max(46, Math.min(420, ROW_PIXELS * rows)));
        if (view.messages() != null && rows == n) {
            messages(panel, view.messages());
        }
        return Optional.of(panel);
    }

    /** Returns the lanes of the ranks' states: computing, or inside an MPI call. */
    Optional<Panel> calls() {
        if (phases == null || phases.calls().spans().isEmpty()) {
            return Optional.empty();
        }
        List<PhaseView.RankPhaseSpans> spans = phases.calls().spans();
        int[] row = IntStream.range(0, spans.size())
                .flatMap(r -> IntStream.generate(() -> r).limit(spans.get(r).kind().length))
                .toArray();
        return Optional.of(
                Panel.of("MPI calls", Scale.names("rank", spans.stream().map(s -> Integer.toString(s.rank())).toList()))
                        .detail((spans.size() < phases.spans().size()
                                ? spans.size() + " of " + phases.spans().size() + " ranks, evenly spaced; "
                                : "") + "state of each rank; below a pixel, by share of time")
                        .strip(new Strip(row, spans.stream().flatMapToDouble(s -> Arrays.stream(s.startS())).toArray(),
                                spans.stream().flatMapToDouble(s -> Arrays.stream(s.endS())).toArray(),
                                spans.stream().flatMapToInt(s -> Arrays.stream(s.kind())).toArray(),
                                phases.calls().names()))
                        .height(Math.max(46, Math.min(420, ROW_PIXELS * spans.size()))));
    }

    private boolean incomparable(int rank) {
        return view.ranks().stream().anyMatch(r -> r.rank() == rank && r.incomparable() != null);
    }

    private static void messages(Panel panel, MessageView messages) {
        arrows(panel, messages, MessageView.Order.INCOMPARABLE, "messages shorter than the clock errors", Ink.GREY);
        arrows(panel, messages, MessageView.Order.FORWARDS, "messages", Ink.BLACK);
        arrows(panel, messages, MessageView.Order.BACKWARDS, "received before sent, within the clock errors",
                Ink.ORANGE);
        arrows(panel, messages, MessageView.Order.IMPOSSIBLE, "received before sent, beyond the clock errors",
                Ink.PURPLE);
    }

    private static void arrows(Panel panel, MessageView messages, MessageView.Order order, String name, Ink ink) {
        int[] own = IntStream.range(0, messages.size()).filter(i -> messages.orders()[i] == order).toArray();
        double[] x = new double[3 * own.length];
        double[] y = new double[3 * own.length];
        for (int k = 0; k < own.length; k++) {
            int i = own[k];
            x[3 * k] = messages.sentS()[i];
            x[3 * k + 1] = messages.receivedS()[i];
            x[3 * k + 2] = messages.receivedS()[i];
            y[3 * k] = messages.fromRank()[i];
            y[3 * k + 1] = messages.toRank()[i];
            y[3 * k + 2] = Double.NaN;
        }
        if (own.length > 0) {
            panel.arrows(name, x, y, ink);
        }
    }

    /** Returns the strip without colours, because phases of unaligned ranks must not be compared. */
    private static Strip grey(Strip strip) {
        int[] none = new int[strip.kind().length];
        Arrays.fill(none, -1);
        return Strip.row(strip.start(), strip.end(), none, strip.names());
    }

    private Strip row(int rank) {
        PhaseView.RankPhaseSpans s = phases.spans().get(rank);
        return Strip.row(s.startS(), s.endS(), s.kind(), names);
    }

    /** Returns the bands behind a rank's lane. */
    Optional<Strip> behind(int rank) {
        return phases == null || rank >= phases.spans().size() ? Optional.empty() : Optional.of(row(rank));
    }

    Optional<Panel> imbalance() {
        if (phases == null) {
            return Optional.empty();
        }
        List<PhaseRow> rows = phases.rows()
                .stream()
                .filter(r -> Double.isFinite(r.imbalance()) && r.occurrences() > 0)
                .limit(MAX_BARS)
                .toList();
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        double[][] bars = {rows.stream().mapToDouble(PhaseRow::busyMeanS).toArray(),
                rows.stream().mapToDouble(PhaseRow::busyMaxS).toArray(),
                rows.stream().mapToDouble(r -> r.mpiShare() * r.rankMeanS()).toArray()};
        return Optional.of(Panel.of("Critical rank of each phase", Scale.linear("s").startingAtZero())
                .detail((view.axis().zoomed() ? "whole run; " : "")
                        + "time of a rank in all occurrences of a phase; +: longest time outside MPI relative to the "
                        + "mean"
                        + (phases.starved().stream().anyMatch(CpuShortage::ready) ? ", without waits for a CPU" : ""))
                .x(Scale.names("",
                        rows.stream()
                                .map(r -> r.label() + ": +" + ClusterPhasesText.percent(r.imbalance())
                                        + (r.criticalRank() < 0 ? ", no critical rank" : ", rank " + r.criticalRank()))
                                .toList()))
                .bars(List.of("outside MPI, mean rank", "outside MPI, slowest rank", "in MPI, mean rank"), bars)
                .height(110));
    }

    /** Returns the panel of the factors whose product is the parallel efficiency. */
    Optional<Panel> efficiency() {
        List<PhaseRow> rows = phases == null ? List.of()
                : phases.rows()
                        .stream()
                        .filter(r -> r.efficiency().known() && r.occurrences() > 0)
                        .limit(MAX_BARS)
                        .toList();
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        List<PhaseRow.Shares> shares = rows.stream().map(PhaseRow::efficiency).toList();
        double[][] bars = {shares.stream().mapToDouble(s -> 100 * s.loadBalance()).toArray(),
                shares.stream().mapToDouble(s -> 100 * s.serialisation()).toArray(),
                shares.stream().mapToDouble(s -> 100 * s.transfer()).toArray()};
        return Optional.of(Panel.of("Parallel efficiency", Scale.linear("%").between(0, 100))
                .detail((view.axis().zoomed() ? "whole run; " : "")
                        + "share of the ranks' time outside MPI, the product of three factors: "
                        + "100 %: work evenly distributed, no rank waits for a dependency, messages take no time")
                .x(Scale.names("", rows.stream()
                        .map(r -> r.label() + ": " + ClusterPhasesText.percent(r.efficiency().parallelEfficiency()))
                        .toList()))
                .bars(List.of("load balance", "serialisation", "transfer"), bars)
                .height(90));
    }

    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (phases == null) {
            return notes;
        }
        notes.add(phases.kinds()
                .stream()
                .map(k -> k.label() + ": " + k.description())
                .collect(Collectors.joining(" · ")));
        if (phases.all() > phases.kinds().size()) {
            notes.add("The " + phases.kinds().size() + " phases with most time of " + phases.all()
                    + " have their own colours; the others are grey.");
        }
        MessageView m = view.messages();
        if (m != null) {
            notes.add(m.size() < m.inWindow() ? "Messages: the " + m.size() + " with most bytes of "
                    + Numbers.count(m.inWindow()) + " in this window."
                    : "Messages: all " + m.size() + " in this window.");
            if (m.backwards() > 0) {
                notes.add(Numbers.count(m.backwards())
                        + " of them appear to arrive before they were sent, because of clock errors.");
            }
        }
        return notes;
    }
}
