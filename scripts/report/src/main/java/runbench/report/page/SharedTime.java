package runbench.report.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import runbench.align.view.AlignmentQuality;
import runbench.align.view.ClusterView;
import runbench.align.view.RankView;
import runbench.align.view.SyncError;
import runbench.plotter.render.html.PageClocks;

/** Builds the page's description of the clocks: one clock per host with its errors. */
final class SharedTime {
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
                (view.alignment().kind() == AlignmentQuality.Kind.PARTIAL ? known : view.alignment().worstNs()) / 1e9,
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
