package runbench.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import runbench.base.quantity.Numbers;
import runbench.parser.metrics.BoundMetric;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricGroup;
import runbench.parser.metrics.MetricTable;
import runbench.parser.record.EventInfo;
import runbench.parser.series.Envelope;
import runbench.parser.series.Periods;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.theme.Ink;

/** Metrics that are the parts of one whole, on top of one another in one panel. */
final class StackedParts {
    /** What the core did well, what it threw away, what it lacked, what it waited for. */
    private static final Ink[] INKS = {Ink.GREEN, Ink.ORANGE, Ink.AMBER, Ink.BLUE};
    /** {@code perf_event_attr.type} of the kernel's generic events, which tell something by themselves. */
    private static final int GENERIC = 0;

    private static final double WHOLE = 100;
    /** Sums that are drawn as what they are, and not cut at the whole. */
    private static final double MORE = 1.005;

    private final MetricGroup group;
    private final List<Envelope> parts;

    private StackedParts(MetricGroup group, List<Envelope> parts) {
        this.group = group;
        this.parts = parts;
    }

    /** The first group of which a run has all parts; empty where it has none. */
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

    /** The metrics that have panels of their own besides. */
    List<Envelope> others(List<Envelope> computed) {
        return computed.stream().filter(e -> !parts.contains(e)).toList();
    }

    /** Events that were counted for the parts alone. */
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
        Panel panel = Panel
                .of(group.name(), highest() > WHOLE * MORE ? percent.startingAtZero() : percent.between(0, WHOLE))
                .detail(group.title());
        double[] edges = stairs(x.edges(parts.get(0)));
        double[] below = new double[edges.length];
        for (int i = 0; i < parts.size(); i++) {
            Envelope part = parts.get(i);
            String name = part.event().substring(part.event().indexOf('_') + 1).replace('_', ' ');
            double[] above = new double[edges.length];
            for (int k = 0; k < above.length; k++) {
                // A part is a difference of counts, and may be a little below 0 in a short bucket.
                above[k] = below[k] + WHOLE * Math.max(0, part.mean()[k / 2]);
            }
            panel.area(name + " " + Numbers.percent(part.figures().mean()) + bounds.words(part, Numbers::percent),
                    edges, below, above, INKS[i % INKS.length]);
            below = above;
        }
        double share = parts.stream().mapToDouble(Envelope::shareMeasured).min().orElse(1);
        return panel.level(WHOLE, "", Ink.BLACK)
                .remark(share < 0.99 ? "estimated: counted " + Numbers.percent(share) + " of the time" : "");
    }

    /** Of all buckets, the sum of the parts: above 100 where counts of a short bucket do not fit one another. */
    private double highest() {
        double highest = 0;
        for (int i = 0; i < parts.get(0).buckets(); i++) {
            int bucket = i;
            highest = Math.max(highest, parts.stream().mapToDouble(p -> WHOLE * Math.max(0, p.mean()[bucket])).sum());
        }
        return highest;
    }

    /** Each bucket's left and right edge. */
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
                + "): each part's share in a bucket, on top of the one before; what is missing below the line at 100 % was not counted, what stands above it are counts that do not fit one another in so short a time.";
    }
}
