package runbench.report.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.align.view.ClusterView;
import runbench.align.view.Quantity;
import runbench.align.view.RankView;
import runbench.base.quantity.Numbers;
import runbench.plotter.figure.Buckets;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;

/** The panels of one quantity: a lane per rank, all with one vertical scale. */
final class LanePanels {
    private static final double FULLY_MEASURED = 0.99;
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
        String title = quantity.name() + ", rank " + rank.label();
        if (!rates.present()) {
            return Panel.of(title, Scale.names("", List.of()))
                    .detail("no data: " + rates.absent())
                    .height(EMPTY_PIXELS);
        }
        Scale scale = Scale.linear(first ? quantity.unit() : "").startingAtZero().between(0, top > 0 ? top : 1);
        Panel panel = Panel.of(title, quantity.kind() == Quantity.Kind.RATE ? scale.si("") : scale)
                .height(view.ranks().size() <= 4 ? 56 : view.ranks().size() <= 8 ? 46 : 36)
                .detail(Stream
                        .of(first ? quantity.countedAs() : null, rank.wholeNode() ? "whole node" : null,
                                rank.incomparable())
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining(", ")))
                .remark(remark(rank, rates));
        phases.behind(rank.rank()).ifPresent(panel::spans);
        return panel.buckets(new Buckets("", view.axis().edges(), rates.mean(), rates.min(), rates.max(), top, coarse,
                rank.incomparable() == null ? Ink.BLUE : Ink.GREY));
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
        if (rates.measured() < FULLY_MEASURED) {
            parts.add("scaled estimate: counted " + Numbers.percent(rates.measured()) + " of the time");
        }
        return String.join(" · ", parts);
    }

    private String number(double value) {
        return quantity.kind() == Quantity.Kind.SHARE ? Numbers.percent(value) : Numbers.si(value, 3, "");
    }
}
