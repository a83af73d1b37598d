package runbench.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricEnvelopes;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.Periods;
import runbench.parser.view.Curves;

/**
 * The curves of a run that get a panel, without curves that repeat another one.
 *
 * @param events curves of events
 * @param metrics curves of metrics
 */
public record ShownCurves(List<Envelope> events, List<Envelope> metrics) {
    public static ShownCurves of(Periods periods, List<Metric> metrics, Curves curves) {
        Set<String> hidden = withoutPanel(periods, curves.axis());
        hidden.addAll(MetricEnvelopes.shownAsRates(periods, metrics));
        boolean any = !curves.metrics().isEmpty() || hidden.size() < curves.events().size();
        return new ShownCurves(curves.events().stream().filter(e -> !any || !hidden.contains(e.event())).toList(),
                curves.metrics());
    }

    /** Returns the events without a panel: parts of a drawn sum, and events that the axis itself counts. */
    private static Set<String> withoutPanel(Periods periods, Axis axis) {
        Set<String> names = new HashSet<>();
        for (JsonNode sum : periods.recording().metadata().run().path("sums")) {
            sum.path("of").forEach(part -> names.add(part.asText()));
        }
        if (axis == Axis.INSTRUCTIONS) {
            periods.events().stream().filter(e -> e.unit().equals("instructions")).forEach(e -> names.add(e.name()));
        }
        return names;
    }
}
