package runbench.measure.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import runbench.parser.check.CheckJudge;
import runbench.parser.check.CheckedEvents;
import runbench.parser.check.KernelRun;
import runbench.parser.check.KnownCount;
import runbench.parser.metrics.BoundMetric;
import runbench.parser.metrics.Interval;
import runbench.parser.metrics.Metric;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;
import runbench.parser.stats.EventSummary;
import runbench.parser.stats.RunSummary;

/** Compares the counts of a kernel's recording with those of a run that only prepares the kernel's data. */
final class CountedKernel {
    private final Periods periods;
    private final RunSummary worked;
    private final RunSummary prepared;
    private final CheckedEvents known;

    CountedKernel(Recording worked, Recording prepared, CheckedEvents known) {
        periods = Periods.of(worked);
        this.worked = RunSummary.of(periods);
        this.prepared = RunSummary.of(Periods.of(prepared));
        this.known = known;
    }

    KernelRun against(String kernel, KernelProgram.Said said, List<Metric> metrics, boolean multiplexed) {
        Map<String, KernelRun.Count> counts = new LinkedHashMap<>();
        for (EventSummary e : worked.events()) {
            KernelRun.Count count = difference(e);
            if (count != null) {
                counts.put(CheckedEvents.plain(e.name()), count);
            }
        }
        return new KernelRun(kernel, said.units(), said.truths(), counts,
                multiplexed ? List.of() : metrics(said, metrics, counts), multiplexed);
    }

    /** Returns the difference of an event's counts; null: not counted. */
    private KernelRun.Count difference(EventSummary e) {
        EventSummary before = prepared.events()
                .stream()
                .filter(b -> b.name().equals(e.name()))
                .findFirst()
                .orElse(null);
        if (e.finalCount() == null || before == null || before.finalCount() == null) {
            return null;
        }
        double error = e.finalEstimateError() == null ? 0 : e.finalEstimateError();
        return new KernelRun.Count(count(e) - count(before), error);
    }

    private static double count(EventSummary e) {
        return e.finalEstimate() != null ? e.finalEstimate() : e.finalCount();
    }

    private List<KernelRun.MetricOfKernel> metrics(KernelProgram.Said said, List<Metric> metrics,
            Map<String, KernelRun.Count> counts) {
        double run = seconds(worked.runS()) - seconds(prepared.runS());
        double wall = worked.wallS() - prepared.wallS();
        List<EventInfo> events = periods.events();
        List<KernelRun.MetricOfKernel> all = new ArrayList<>();
        for (BoundMetric m : BoundMetric.bind(metrics, periods)) {
            if (!m.computable() || m.events().isEmpty()
                    || !m.events().stream().allMatch(e -> truth(e, said) != null && counts.containsKey(plain(e)))) {
                continue;
            }
            double seen = m.of(
                    values(events, e -> counts.containsKey(plain(e)) ? counts.get(plain(e)).value() : Double.NaN),
                    run * 1e9, wall * 1e9);
            double expected = m.of(values(events, e -> truth(e, said) == null ? Double.NaN : truth(e, said).expected()),
                    run * 1e9, wall * 1e9);
            Interval bounds = m.enclose(events.stream()
                    .map(e -> truth(e, said) == null ? Interval.ALL : CheckJudge.allowed(truth(e, said), said.units()))
                    .toList(), Interval.exactly(run), Interval.exactly(wall));
            if (!Double.isNaN(seen) && !Double.isNaN(expected) && bounds.finite()) {
                all.add(new KernelRun.MetricOfKernel(m.metric().name(), m.way().orElseThrow().formula().toString(),
                        expected, bounds, seen));
            }
        }
        return all;
    }

    private KnownCount truth(EventInfo event, KernelProgram.Said said) {
        return known.truth(event.name(), said.truths());
    }

    private static String plain(EventInfo event) {
        return CheckedEvents.plain(event.name());
    }

    private static double[] values(List<EventInfo> events, ToDoubleFunction<EventInfo> of) {
        return IntStream.range(0, events.size()).mapToDouble(i -> of.applyAsDouble(events.get(i))).toArray();
    }

    private static double seconds(Double known) {
        return known == null ? 0 : known;
    }
}
