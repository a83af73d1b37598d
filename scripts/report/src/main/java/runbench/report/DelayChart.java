package runbench.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.sync.session.DelayStudy;
import runbench.sync.session.DelayStudy.Means;

/** The charts of network delays: sorted delays, and their mean against the number of exchanges. */
public final class DelayChart {
    private DelayChart() {
    }

    /**
     * Draws the delays of one node.
     *
     * @param node name of the node
     * @param study its delays
     * @param counts numbers of exchanges whose sorted delays are drawn
     */
    public static Figure figure(String node, DelayStudy study, List<Integer> counts) {
        Panel sorted = Panel.of("sorted delays", Scale.linear("").si("s"))
                .x(Scale.linear("rank of the delay in its set"))
                .detail("the first set of each size");
        int series = 0;
        for (int count : counts) {
            double[] delays = Arrays.stream(study.sorted(count)).map(d -> d * 1e-9).toArray();
            if (delays.length > 0) {
                double[] ranks = IntStream.rangeClosed(1, delays.length).asDoubleStream().toArray();
                sorted.lineWithPoints(count + " exchanges", ranks, delays, Ink.series(series++));
            }
        }
        List<Means> means = study.means(study.powersOfTwo());
        double[] x = Columns.of(means, Means::count);
        Panel mean = Panel.of("mean delay against the number of exchanges", Scale.linear("").si("s"))
                .x(Scale.log("exchanges in a set"))
                .detail("line: mean of all sets; band: lowest to highest set")
                .band("", x, seconds(means.stream().mapToDouble(Means::lowest)),
                        seconds(means.stream().mapToDouble(Means::highest)), Ink.series(0))
                .lineWithPoints("all delays", x, seconds(means.stream().mapToDouble(Means::mean)), Ink.series(0))
                .band("", x, seconds(means.stream().mapToDouble(Means::lowestKept)),
                        seconds(means.stream().mapToDouble(Means::highestKept)), Ink.series(1))
                .lineWithPoints("without outliers", x, seconds(means.stream().mapToDouble(Means::meanKept)),
                        Ink.series(1));
        return Figure.titled("Delays to " + node)
                .label("delay: half of a round trip, without the time on the node")
                .add(sorted)
                .add(mean);
    }

    private static double[] seconds(DoubleStream nanos) {
        return nanos.map(n -> n * 1e-9).toArray();
    }
}
