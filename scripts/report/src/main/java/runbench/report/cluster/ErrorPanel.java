package runbench.report.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.align.view.ClusterView;
import runbench.align.view.RankView;
import runbench.align.view.SyncError;
import runbench.base.quantity.Numbers;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;

/** How well the hosts' clocks were known along the run; nothing where all ranks share one. */
final class ErrorPanel {
    private static final int HEIGHT = 46;

    private ErrorPanel() {
    }

    static Optional<Panel> of(ClusterView view) {
        Map<String, RankView> hosts = new LinkedHashMap<>();
        view.ranks()
                .stream()
                .filter(r -> r.error() != null)
                .forEach(r -> hosts.merge(r.host(), r, (a, b) -> reach(b) > reach(a) ? b : a));
        if (hosts.isEmpty()) {
            return Optional.empty();
        }
        RankView worst = hosts.values().stream().max((a, b) -> Double.compare(reach(a), reach(b))).orElseThrow();
        Panel panel = Panel.of("Clock error", Scale.linear("").startingAtZero().si("s"))
                .detail("how far each host's time may be from " + view.axis().clock() + "'s, at most; sampling period "
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
            panel.remark("nothing is guaranteed of " + worst.host());
        }
        return Optional.of(panel);
    }

    private static double reach(RankView r) {
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
