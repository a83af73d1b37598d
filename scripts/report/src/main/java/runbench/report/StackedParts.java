package runbench.report;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import runbench.base.quantity.Numbers;
import runbench.parser.metrics.BoundMetric;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricTable;
import runbench.parser.metrics.MetricTable.MetricGroup;
import runbench.parser.record.EventInfo;
import runbench.parser.series.Envelope;
import runbench.parser.series.Periods;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;
import runbench.report.RunChart.MetricIntervals;

/** Metrics that are parts of one whole, stacked in one panel. */
final class StackedParts {
    /** Colours of retiring, bad speculation, front-end bound and back-end bound. */
    private static final Ink[] INKS = {Ink.GREEN, Ink.ORANGE, Ink.AMBER, Ink.BLUE};
    /** {@code perf_event_attr.type} of the kernel's generic events, which are useful without the metric. */
    private static final int GENERIC = 0;

    private static final double WHOLE_PERCENT = 100;
    /** Factor over the whole beyond which the axis extends to show the sum. */
    private static final double MAX_FACTOR = 1.005;

    private final MetricGroup group;
    private final List<Envelope> parts;

    private StackedParts(MetricGroup group, List<Envelope> parts) {
        this.group = group;
        this.parts = parts;
    }

    /** Returns the first group whose parts are all present; empty if there is none. */
    static Optional<StackedParts> of(List<Envelope> computed) {
        for (MetricGroup group : MetricTable.allGroups()) {
            List<Envelope> parts = group.metrics()
                    .stream()
                    .flatMap(name -> computed.stream().filter(e -> e.event().equals(name)))
                    .toList();
            if (group.addsUp() && parts.size() == group.metrics().size()) {
                return Optional.of(new StackedParts(group, parts));
            }
        }
        return Optional.empty();
    }

    /** Returns the metrics outside the stack. */
    List<Envelope> others(List<Envelope> computed) {
        return computed.stream().filter(e -> !parts.contains(e)).toList();
    }

    /** Returns the events that only the parts use. */
    Set<String> events(List<Metric> metrics, Periods periods) {
        Set<String> own = new HashSet<>();
        Set<String> wanted = new HashSet<>();
        for (BoundMetric m : BoundMetric.bind(metrics, periods)) {
            Set<String> names = group.metrics().contains(m.metric().name()) ? own : wanted;
            m.events()
                    .stream()
                    .filter(e -> names == wanted || e.type() != GENERIC)
                    .map(EventInfo::name)
                    .forEach(names::add);
        }
        own.removeAll(wanted);
        return own;
    }

    Panel panel(Abscissa x, MetricIntervals bounds) {
        Scale percent = Scale.linear("% of slots");
        Panel panel = Panel.of(group.name(),
                highest() > WHOLE_PERCENT * MAX_FACTOR ? percent.startingAtZero() : percent.between(0, WHOLE_PERCENT))
                .detail(group.title());
        double[] edges = stairs(x.edges(parts.get(0)));
        double[] below = new double[edges.length];
        for (int i = 0; i < parts.size(); i++) {
            Envelope part = parts.get(i);
            String name = part.event().substring(part.event().indexOf('_') + 1).replace('_', ' ');
            double[] above = new double[edges.length];
            for (int k = 0; k < above.length; k++) {
                // A part is a difference of counts and can be slightly negative in a short bucket.
                above[k] = below[k] + WHOLE_PERCENT * Math.max(0, part.mean()[k / 2]);
            }
            panel.area(name + " " + Numbers.percent(part.figures().mean()) + bounds.words(part, Numbers::percent),
                    edges, below, above, INKS[i % INKS.length]);
            below = above;
        }
        double share = parts.stream().mapToDouble(Envelope::shareMeasured).min().orElse(1);
        return panel.level(WHOLE_PERCENT, "", Ink.BLACK).remark(RunCaption.scaledEstimate(share));
    }

    /**
     * Returns the largest sum of the parts over all buckets; it exceeds 100 if the counts of a short bucket are
     * inconsistent.
     */
    private double highest() {
        double highest = 0;
        for (int i = 0; i < parts.get(0).buckets(); i++) {
            int bucket = i;
            highest = Math.max(highest,
                    parts.stream().mapToDouble(p -> WHOLE_PERCENT * Math.max(0, p.mean()[bucket])).sum());
        }
        return highest;
    }

    /** Returns the left and right edge of each bucket. */
    private static double[] stairs(double[] edges) {
        double[] all = new double[2 * (edges.length - 1)];
        for (int i = 0; i < edges.length - 1; i++) {
            all[2 * i] = edges[i];
            all[2 * i + 1] = edges[i + 1];
        }
        return all;
    }

    String howToRead() {
        return "Stack (" + group.name()
                + "): shares of the parts in a bucket, stacked. A gap below the line at 100 % was not counted. "
                + "Values above the line are inconsistent counts of a short bucket.";
    }
}
