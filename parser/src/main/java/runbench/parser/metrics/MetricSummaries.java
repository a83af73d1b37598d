package runbench.parser.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import runbench.base.stats.Interval;
import runbench.parser.check.CheckMark;
import runbench.parser.metrics.MetricSummary.MetricStatus;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Metadata;
import runbench.parser.series.Period;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesReport;

/** Collects {@link MetricSummary}s in one pass over the periods. */
public final class MetricSummaries implements PeriodVisitor {
    private final List<BoundMetric> metrics;
    private final Metadata metadata;
    private final MetricBounds bounds;
    private final double[] lowest;
    private final double[] highest;

    public MetricSummaries(List<Metric> metrics, Periods periods) {
        this.metrics = BoundMetric.bind(metrics, periods);
        metadata = periods.recording().metadata();
        bounds = new MetricBounds(periods);
        lowest = new double[metrics.size()];
        highest = new double[metrics.size()];
        Arrays.fill(lowest, Double.NaN);
        Arrays.fill(highest, Double.NaN);
    }

    @Override
    public void period(Period p) {
        bounds.period(p);
        if (!p.isWhole()) {
            return;
        }
        for (int m = 0; m < lowest.length; m++) {
            double value = metrics.get(m).of(p);
            if (!Double.isNaN(value)) {
                lowest[m] = Double.isNaN(lowest[m]) ? value : Math.min(lowest[m], value);
                highest[m] = Double.isNaN(highest[m]) ? value : Math.max(highest[m], value);
            }
        }
    }

    public List<MetricSummary> build(SeriesReport report) {
        List<MetricSummary> all = new ArrayList<>();
        for (int m = 0; m < lowest.length; m++) {
            all.add(summary(metrics.get(m), report, lowest[m], highest[m]));
        }
        return List.copyOf(all);
    }

    private MetricSummary summary(BoundMetric m, SeriesReport report, double lowest, double highest) {
        double value = m.of(report);
        double share = m.shareMeasured(report);
        String reason = null;
        MetricStatus status = MetricStatus.COMPUTED;
        if (Double.isNaN(value)) {
            status = m.metric().available() ? MetricStatus.NOT_COMPUTED : MetricStatus.NOT_AVAILABLE;
            reason = m.reason()
                    .or(() -> notCounted(m, report))
                    .orElse("the formula has no value: it divides by a count of 0");
        } else if (share < 1 || m.estimate().isPresent()) {
            status = MetricStatus.ESTIMATED;
            String multiplexed = share < 1
                    ? "multiplexed: counted in " + Math.round(share * 1000) / 10.0 + " % of the running time"
                    : "";
            reason = multiplexed + (share < 1 && m.estimate().isPresent() ? "; " : "") + m.estimate().orElse("");
        }
        boolean none = Double.isNaN(value);
        // In a program on several CPUs, the period of one task does not give the CPU utilisation of the whole program.
        boolean extremes = lowest <= value && value <= highest;
        return new MetricSummary(m.metric().name(), m.metric().title(), status, reason, finite(value),
                extremes ? finite(lowest) : null, extremes ? finite(highest) : null, m.unit(),
                m.way().map(w -> w.formula().toString()).orElse(null), none ? null : m.computedFrom(),
                m.events().stream().map(EventInfo::name).toList(), none ? null : (Double) share,
                m.metric().explanation(),
                none ? null
                        : m.way()
                                .map(w -> CheckMark.of(metadata, m.metric().name(), w.formula().toString()))
                                .orElse(null),
                none ? null : finite(bounds.of(m, report)));
    }

    private Optional<String> notCounted(BoundMetric m, SeriesReport report) {
        return m.events()
                .stream()
                .map(metadata.events()::indexOf)
                .filter(e -> !report.isCounted(e))
                .map(e -> metadata.events().get(e).name() + " was not counted (" + report.notCounted().get(e) + ")")
                .findFirst();
    }

    private static Interval finite(Interval of) {
        return of.finite() ? of : null;
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }
}
