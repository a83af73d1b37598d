package runbench.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import runbench.parser.metrics.Interval;
import runbench.parser.metrics.MetricSummary;
import runbench.parser.series.Envelope;

/** The intervals of a whole run's metrics, for its chart. */
final class MetricIntervals {
    static final MetricIntervals NONE = new MetricIntervals(Map.of());
    /** Minimum width relative to the highest drawn value; narrower intervals would appear as lines. */
    private static final double MIN_VISIBLE_SHARE = 0.02;

    private final Map<String, Interval> of;

    private MetricIntervals(Map<String, Interval> of) {
        this.of = of;
    }

    static MetricIntervals of(List<MetricSummary> metrics) {
        Map<String, Interval> known = new HashMap<>();
        metrics.stream().filter(m -> m.value() != null).forEach(m -> known.put(m.name(), m.interval()));
        return new MetricIntervals(known);
    }

    /** Returns the bounds for the panel's mean; empty for an event's panel. */
    String words(Envelope e, DoubleFunction<String> number) {
        return of.containsKey(e.event()) ? Bounded.bounds(of.get(e.event()), number) : "";
    }

    /** Returns the interval if it is wide enough to be visible. */
    Optional<Interval> wide(Envelope e) {
        return Optional.ofNullable(of.get(e.event()))
                .filter(i -> i.high() - i.low() > MIN_VISIBLE_SHARE * e.figures().top());
    }

    Optional<String> howToRead() {
        return of.isEmpty() ? Optional.empty()
                : Optional.of(
                        "Brackets contain the run's value: exactly if every event was counted all the time, with 95 % confidence "
                                + "if events were multiplexed; no brackets if the bounds are equal in the digits shown.");
    }
}
