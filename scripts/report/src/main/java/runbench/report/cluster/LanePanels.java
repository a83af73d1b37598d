package runbench.report.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.align.view.ClusterView;
import runbench.align.view.Quantity;
import runbench.align.view.ClusterView.RankView;
import runbench.base.quantity.Numbers;
import runbench.plotter.figure.Buckets;
import runbench.plotter.figure.Heat;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.report.RunCaption;

/**
 * The panels of one quantity: a lane per rank, all with one vertical scale, or a lane per program, each with its own,
 * because different programs have different rates.
 */
final class LanePanels {
    /** Height of a lane without data, pixels. */
    private static final double EMPTY_PIXELS = 12;

    private final ClusterView view;
    private final Quantity quantity;
    private final PhasePanels phases;
    private final double top;
    private final int coarse;

    LanePanels(ClusterView view, Quantity quantity, PhasePanels phases) {
        this.view = view;
        this.quantity = quantity;
        this.phases = phases;
        top = quantity.top();
        int[] wanted = quantity.ranks()
                .stream()
                .filter(Quantity.RankRates::present)
                .mapToInt(r -> Buckets.coarse(r.mean(), r.max()))
                .sorted()
                .toArray();
        coarse = wanted.length == 0 ? 1 : wanted[wanted.length / 2];
    }

    List<Panel> panels() {
        List<Panel> panels = new ArrayList<>();
        for (int i = 0; i < view.ranks().size(); i++) {
            panels.add(panel(view.ranks().get(i), quantity.ranks().get(i), i == 0));
        }
        return panels;
    }

    private Panel panel(RankView rank, Quantity.RankRates rates, boolean first) {
        String title = quantity.name() + (view.isOfPrograms() ? ", " : ", rank ") + rank.label();
        double top = view.isOfPrograms() ? top(rates) : this.top;
        if (!rates.present()) {
            return Panel.of(title, Scale.names("", List.of()))
                    .detail("no data: " + rates.absent())
                    .height(EMPTY_PIXELS);
        }
        Scale scale = Scale.linear(first || view.isOfPrograms() ? quantity.unit() : "")
                .startingAtZero()
                .between(0, top > 0 ? top : 1);
        Panel panel = Panel.of(title, quantity.kind() == Quantity.Kind.RATE ? scale.si("") : scale)
                .height(view.ranks().size() <= 4 ? 56 : view.ranks().size() <= 8 ? 46 : 36)
                .detail(Stream
                        .of(first ? quantity.countedAs() : null, rank.wholeNode() ? "whole node" : null,
                                rank.incomparable())
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining(", ")))
                .remark(remark(rank, rates));
        phases.behind(rank.rank()).ifPresent(panel::spans);
        ProgramStages.mark(rank, view.axis(), panel);
        return panel.buckets(new Buckets("", view.axis().edges(), rates.mean(), rates.min(), rates.max(), top, coarse,
                rank.incomparable() == null ? Ink.BLUE : Ink.GREY));
    }

    private static double top(Quantity.RankRates rates) {
        return Arrays.stream(rates.max()).filter(Double::isFinite).max().orElse(Double.NaN);
    }

    private String remark(RankView rank, Quantity.RankRates rates) {
        List<String> parts = new ArrayList<>();
        if (rank.incomparable() != null) {
            parts.add(rank.aligned() ? "NOT COMPARABLE" : "NOT ALIGNED");
        }
        if (Double.isFinite(rates.overall())) {
            parts.add("mean " + (view.axis().zoomed() ? "of the run " : "") + number(rates.overall()));
        }
        if (Double.isFinite(rates.peak())) {
            parts.add("peak " + number(rates.peak()));
        } else if (Arrays.stream(rates.mean()).noneMatch(Double::isFinite)) {
            parts.add("no sample" + (view.axis().zoomed() ? " in this window" : ""));
        }
        if (rates.measured() < RunCaption.FULLY_MEASURED) {
            parts.add(RunCaption.scaledEstimate(rates.measured()));
        }
        return String.join(" · ", parts);
    }

    private String number(double value) {
        return quantity.kind() == Quantity.Kind.SHARE ? Numbers.percent(value) : Numbers.si(value, 3, "");
    }

    /** The panel of one quantity as a heat map of ranks over time. */
    static final class HeatPanel {
        private static final double MAX_PIXELS = 420;
        private static final double ROW_PIXELS = 7;
        /** Quantile of the brightest colour, so that outliers do not compress the scale of all other values. */
        private static final double CLIP_QUANTILE = 0.99;

        /** Relative range below which all values are drawn as one, because colours would suggest a difference. */
        private static final double MIN_RELATIVE_RANGE = 0.005;

        private HeatPanel() {
        }

        static Panel of(ClusterView view, Quantity quantity) {
            int buckets = view.axis().buckets();
            double[][] cells = new double[view.ranks().size()][];
            for (int r = 0; r < cells.length; r++) {
                Quantity.RankRates rates = quantity.ranks().get(r);
                cells[r] = rates.present() ? rates.mean().clone() : new double[buckets];
                if (!rates.present()) {
                    Arrays.fill(cells[r], Double.NaN);
                }
            }
            double[] sorted = Stream.of(cells)
                    .flatMapToDouble(Arrays::stream)
                    .filter(Double::isFinite)
                    .sorted()
                    .toArray();
            String clipped = "";
            if (sorted.length > 0 && sorted[sorted.length - 1] - sorted[0] < MIN_RELATIVE_RANGE
                    * Math.abs(sorted[sorted.length - 1])) {
                double one = sorted[sorted.length / 2];
                Stream.of(cells).forEach(row -> Arrays.setAll(row, i -> Double.isNaN(row[i]) ? row[i] : one));
            }
            if (sorted.length > 0) {
                double clip = sorted[(int) ((sorted.length - 1) * CLIP_QUANTILE)];
                if (clip > 0 && sorted[sorted.length - 1] > 2 * clip) {
                    clipped = "above " + Numbers.si(clip, 3, "") + " (up to "
                            + Numbers.si(sorted[sorted.length - 1], 3, "") + "): brightest colour";
                    for (double[] row : cells) {
                        Arrays.setAll(row, i -> Math.min(row[i], clip));
                    }
                }
            }
            List<String> names = view.ranks().stream().map(r -> ClusterFacts.name(view, r.rank())).toList();
            long missing = view.ranks()
                    .stream()
                    .map(RankView::rank)
                    .filter(r -> !quantity.ranks().get(r).present())
                    .count();
            return Panel.of(quantity.name(), Scale.names(view.member(), names))
                    .detail(quantity.unit() + " · " + quantity.countedAs())
                    .remark((missing == 0 ? "" : missing + " without data" + (clipped.isEmpty() ? "" : " · "))
                            + clipped)
                    .heat(new Heat(cells, view.axis().fromS(), view.axis().bucketS(),
                            quantity.kind() == Quantity.Kind.RATE ? "" : null)
                            .grey(IntStream.range(0, cells.length)
                                    .filter(i -> view.ranks().get(i).incomparable() != null)
                                    .toArray()))
                    .height(Math.max(120, Math.min(MAX_PIXELS, ROW_PIXELS * cells.length)));
        }
    }
}
