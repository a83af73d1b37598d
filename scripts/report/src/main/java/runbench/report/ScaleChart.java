package runbench.report;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.sync.simulate.Topology.Level;
import runbench.sync.simulate.Topology.Outcome;
import runbench.sync.simulate.Topology;

/** The chart of simulated networks: cost by number of nodes and error by depth; one colour per topology. */
public final class ScaleChart {
    private ScaleChart() {
    }

    public static Figure figure(List<Outcome> outcomes, String condition) {
        int maxNodes = outcomes.stream().mapToInt(Outcome::nodes).max().orElse(0);
        Figure figure = Figure.titled("Star, tree and broadcast").label(condition);
        Panel depth = Panel.of("error by depth", Scale.log("").si("s"))
                .x(Scale.linear("depth"))
                .detail(String.format(Locale.ROOT, "root mean square and largest (dots), %d nodes", maxNodes));
        Panel error = Panel.of("error", Scale.log("").si("s"))
                .x(Scale.log("nodes"))
                .detail("root mean square of all nodes");
        Panel busiest = Panel.of("packets of the busiest host", Scale.log("")).x(Scale.log("nodes"));
        Panel time = Panel.of("time", Scale.log("").si("s"))
                .x(Scale.log("nodes"))
                .detail("from the first packet to the last");
        int inks = 0;
        for (Topology.Kind kind : Topology.Kind.values()) {
            List<Outcome> ofKind = outcomes.stream().filter(o -> o.kind() == kind).toList();
            if (ofKind.isEmpty()) {
                continue;
            }
            Ink ink = Ink.series(inks++);
            List<Level> levels = ofKind.stream()
                    .filter(o -> o.nodes() == maxNodes)
                    .flatMap(o -> o.levels().stream())
                    .toList();
            double[] at = Columns.of(levels, Level::depth);
            depth.lineWithPoints(kind.name().toLowerCase(Locale.ROOT), at, Columns.of(levels, l -> l.rmsNanos() * 1e-9),
                    ink);
            depth.points("", at, Columns.of(levels, l -> l.maxNanos() * 1e-9), ink);
            draw(error, ofKind, o -> Topology.rms(o) * 1e-9, ink);
            draw(busiest, ofKind, Outcome::busiest, ink);
            draw(time, ofKind, Outcome::seconds, ink);
        }
        figure.add(depth);
        if (outcomes.stream().mapToInt(Outcome::nodes).distinct().count() > 1) {
            figure.add(error).add(busiest).add(time);
        }
        return figure;
    }

    private static void draw(Panel panel, List<Outcome> outcomes, ToDoubleFunction<Outcome> figure, Ink ink) {
        panel.lineWithPoints("", Columns.of(outcomes, Outcome::nodes), Columns.of(outcomes, figure), ink);
    }
}
