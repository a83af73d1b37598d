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

/** The panel of the hosts' clock errors along the run; absent if all ranks share one clock. */
final class ErrorPanel {
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
