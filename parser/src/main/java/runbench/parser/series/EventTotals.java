package runbench.parser.series;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import runbench.base.quantity.Units;
import runbench.parser.record.EventInfo;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.Metadata;
import runbench.parser.record.Recording;
import runbench.parser.series.SeriesReport.CountEstimate;
import runbench.parser.series.SeriesReport.TaskInfo;

/** The sums of each event's differences after the last period, compared with its final count. */
final class EventTotals {
    /** Events that include another one, by their names without the letters of a scope. */
    private static final Map<String, Set<String>> INCLUDED_IN = Map.of("branches", Set.of("instructions"),
            "branch-instructions", Set.of("instructions"), "branch-misses",
            Set.of("branches", "branch-instructions", "instructions"));
    /**
     * Minimum count of an event, as a share of the count of a part of it. The times at which counters start and are
     * read differ far less.
     */
    private static final double MIN_SHARE = 0.5;
    private static final long MIN_COUNT = 1000;

    private final Recording recording;
    private final Metadata metadata;
    private final List<EventInfo> events;
    private final Multiplexing multiplexing;
    private final long[] runOfGroup;
    private final int leadingGroup;
    private final long[][] finals;
    private final Scaling scaling;
    private final List<PeakRate> peaks;
    private final List<Long> counted = new ArrayList<>();
    private final List<Long> exact = new ArrayList<>();
    private final List<CountEstimate> estimates = new ArrayList<>();
    private final List<Long> ran = new ArrayList<>();
    private final List<String> notCounted = new ArrayList<>();
    private final List<String> discrepancies = new ArrayList<>();

    /** @param finals sums of the final counts per group; null if the recording contains none */
    EventTotals(Recording recording, Multiplexing multiplexing, long[] runOfGroup, int leadingGroup, long[][] finals,
            Scaling scaling, List<PeakRate> peaks) {
        this.recording = recording;
        metadata = recording.metadata();
        events = metadata.events();
        this.multiplexing = multiplexing;
        this.runOfGroup = runOfGroup;
        this.leadingGroup = leadingGroup;
        this.finals = finals;
        this.scaling = scaling;
        this.peaks = peaks;
    }

    /**
     * @param totals per event the sum of its differences
     * @param decreasing cumulative values that decreased
     */
    void add(long[] totals, long decreasing) {
        for (int i = 0; i < events.size(); i++) {
            EventInfo e = events.get(i);
            long total = totals[i];
            // The clocks of multiplexed groups stop while another group counts.
            long run = runOfGroup[e.counted() && !multiplexing.affects(e.group()) ? e.group() : leadingGroup];
            Long last = last(e);
            long faults = scaling.faults(i);
            if (faults == 0 && last != null && last != total && jumped(e, last - total, run)) {
                faults = 1; // after the last reading with a period
            }
            if (faults > 0) {
                discrepancies.add(jumps(e, faults, last));
            } else if (last != null && last != total) {
                discrepancies.add(e.name() + ": the differences add up to " + total + ", the final count is " + last
                        + " (" + (total - last) + ")");
            }
            counted.add(total);
            exact.add(faults > 0 ? null : last);
            estimates
                    .add(e.counted() ? scaling.estimate(i, faults, multiplexing.share(e.group())) : CountEstimate.NONE);
            ran.add(run);
        }
        excludeDeadCounters();
        if (Arrays.stream(finals).anyMatch(Objects::nonNull)) {
            events.stream()
                    .filter(e -> e.counted() && finals[e.group()] == null)
                    .forEach(e -> discrepancies.add(e.name() + ": the recording holds no final count"));
        }
        recording.trailer()
                .map(t -> t.json().path("doubt").asText(""))
                .filter(d -> !d.isEmpty())
                .ifPresent(discrepancies::add);
        if (decreasing > 0) {
            discrepancies.add(decreasing + " cumulative values went backwards and were taken as unchanged");
        }
    }

    SeriesReport report(long wallNanos, long countedNanos, long gaps, long disordered, long lost, long throttled,
            long switches, List<TaskInfo> tasks) {
        return new SeriesReport(runOfGroup[leadingGroup], List.copyOf(ran), wallNanos, countedNanos,
                List.copyOf(counted), Collections.unmodifiableList(exact), List.copyOf(estimates),
                Collections.unmodifiableList(notCounted), scaling.errors(), peaks, List.copyOf(discrepancies), gaps,
                disordered, lost, throttled, switches, tasks);
    }

    /**
     * Marks an event as not counted if its count is below that of a part of the event. Counters of virtual machines may
     * stop.
     */
    private void excludeDeadCounters() {
        for (int whole = 0; whole < events.size(); whole++) {
            String reason = null;
            for (int part = 0; part < events.size() && reason == null; part++) {
                double least = MIN_SHARE * estimates.get(part).count();
                if (includes(events.get(whole), events.get(part)) && least >= MIN_COUNT
                        && estimates.get(whole).count() < least) {
                    reason = String.format(Locale.ROOT,
                            "the counter read %,d, less than the %,.0f %s that it includes: it did not count",
                            counted.get(whole), estimates.get(part).count(), events.get(part).name());
                }
            }
            notCounted.add(reason);
        }
        for (int e = 0; e < events.size(); e++) {
            if (notCounted.get(e) != null) {
                discrepancies.add(events.get(e).name() + ": " + notCounted.get(e));
                exact.set(e, null);
                estimates.set(e, CountEstimate.NONE);
            }
        }
    }

    private static boolean includes(EventInfo whole, EventInfo part) {
        return whole.counted() && part.counted() && whole.scope().equals(part.scope())
                && INCLUDED_IN.getOrDefault(plain(part), Set.of()).contains(plain(whole));
    }

    private static String plain(EventInfo e) {
        return e.name().replaceFirst(":[ukhIGHpP]+$", "").toLowerCase(Locale.ROOT);
    }

    /** Returns the final count of the event; null if the recording contains none. */
    private Long last(EventInfo e) {
        long[] group = e.counted() ? finals[e.group()] : null;
        return group == null ? null : (Long) e.values().stream().mapToLong(v -> group[v]).sum();
    }

    private boolean jumped(EventInfo e, long difference, long run) {
        return e.source().is(CountSource.PMU) && !e.socketWide() && !metadata.countsInstructions()
                && (ImpossibleCounts.exceedsLimit(difference, run) || ImpossibleCounts.fallsBack(difference));
    }

    private static String jumps(EventInfo e, long faults, Long last) {
        return e.name() + ": " + Units.counted(faults, "difference") + (faults == 1 ? " is" : " are")
                + " more than a CPU can count: the counter jumped, as those of virtual machines do. They are left "
                + "out of counts, rates and charts, and estimated in the total"
                + (last == null ? "" : "; the final reading, " + last + ", is no count");
    }
}
