package runbench.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import runbench.parser.metrics.Interval;
import runbench.parser.metrics.MetricSummary;
import runbench.parser.series.Envelope;

/** Between which bounds the metrics of a whole run lie, for its chart. */
final class MetricIntervals {
    static final MetricIntervals NONE = new MetricIntervals(Map.of());
    /** Of the highest value drawn: narrower ones would be lines. */
    private static final double SEEN = 0.02;

    private final Map<String, Interval> of;

    private MetricIntervals(Map<String, Interval> of) {
        this.of = of;
    }

    static MetricIntervals of(List<MetricSummary> metrics) {
        Map<String, Interval> known = new HashMap<>();
        metrics.stream().filter(m -> m.value() != null).forEach(m -> known.put(m.name(), m.interval()));
        return new MetricIntervals(known);
    }

    /** Behind the mean of a panel; empty where it is an event's. */
    String words(Envelope e, DoubleFunction<String> number) {
        return of.containsKey(e.event()) ? Bounded.bounds(of.get(e.event()), number) : "";
    }

    /** Where it is wide enough to be seen. */
    Optional<Interval> wide(Envelope e) {
        return Optional.ofNullable(of.get(e.event())).filter(i -> i.high() - i.low() > SEEN * e.figures().top());
    }

    Optional<String> howToRead() {
        return of.isEmpty() ? Optional.empty()
                : Optional.of(
                        "Numbers in brackets hold the run's value: surely where all was counted, with 95 % confidence where "
                                + "events took turns; none where the digits shown do not tell them apart.");
    }
}
