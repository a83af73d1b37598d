package runbench.parser.series;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import runbench.parser.record.CountSource;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Metadata;
import runbench.parser.record.Recording;

/** Behind the last period: what each event's differences add up to, held against its final count. */
final class EventTotals {
    private final Recording recording;
    private final Metadata metadata;
    private final List<EventInfo> events;
    private final Multiplexing multiplexing;
    private final long[] runOfGroup;
    private final int leadingGroup;
    private final long[][] finals;
    private final Scaling scaling;
    private final List<Long> counted = new ArrayList<>();
    private final List<Long> exact = new ArrayList<>();
    private final List<CountEstimate> estimates = new ArrayList<>();
    private final List<Long> ran = new ArrayList<>();
    private final List<String> discrepancies = new ArrayList<>();

    /** @param finals per group the sums of its final counts; null where the recording holds none */
    EventTotals(Recording recording, Multiplexing multiplexing, long[] runOfGroup, int leadingGroup, long[][] finals,
            Scaling scaling) {
        this.recording = recording;
        metadata = recording.metadata();
        events = metadata.events();
        this.multiplexing = multiplexing;
        this.runOfGroup = runOfGroup;
        this.leadingGroup = leadingGroup;
        this.finals = finals;
        this.scaling = scaling;
    }

    /**
     * @param totals     per event the sum of its differences
     * @param decreasing cumulative values that went backwards
     */
    void add(long[] totals, long decreasing) {
        for (int i = 0; i < events.size(); i++) {
            EventInfo e = events.get(i);
            long total = totals[i];
            // Groups that took turns have clocks that stood still meanwhile.
            long run = runOfGroup[e.counted() && !multiplexing.affects(e.group()) ? e.group() : leadingGroup];
            Long last = last(e);
            long faults = scaling.faults(i);
            if (faults == 0 && last != null && last != total && jumped(e, last - total, run)) {
                faults = 1; // behind the last reading that has a period
            }
            if (faults > 0) {
                discrepancies.add(jumps(e, faults, last));
            } else if (last != null && last != total) {
                discrepancies.add(e.name() + ": the differences add up to " + total
                        + ", the final count is " + last + " (" + (total - last) + ")");
            }
            counted.add(total);
            exact.add(faults > 0 ? null : last);
            estimates.add(e.counted() ? scaling.estimate(i, faults, multiplexing.share(e.group())) : CountEstimate.NONE);
            ran.add(run);
        }
        if (Arrays.stream(finals).anyMatch(Objects::nonNull)) {
            events.stream().filter(e -> e.counted() && finals[e.group()] == null)
                    .forEach(e -> discrepancies.add(e.name() + ": the recording holds no final count"));
        }
        recording.trailer().map(t -> t.json().path("doubt").asText("")).filter(d -> !d.isEmpty()).ifPresent(discrepancies::add);
        if (decreasing > 0) {
            discrepancies.add(decreasing + " cumulative values went backwards and were taken as unchanged");
        }
    }

    SeriesReport report(long wallNanos, long gaps, long disordered, long lost, long throttled, long switches, List<TaskInfo> tasks) {
        return new SeriesReport(runOfGroup[leadingGroup], List.copyOf(ran), wallNanos, List.copyOf(counted),
                Collections.unmodifiableList(exact), List.copyOf(estimates), scaling.errors(),
                List.copyOf(discrepancies), gaps, disordered, lost, throttled, switches, tasks);
    }

    /** Null where the recording holds no final count of the event. */
    private Long last(EventInfo e) {
        long[] group = e.counted() ? finals[e.group()] : null;
        return group == null ? null : (Long) e.values().stream().mapToLong(v -> group[v]).sum();
    }

    private boolean jumped(EventInfo e, long difference, long run) {
        return e.source().is(CountSource.PMU) && !e.socketWide() && !metadata.countsInstructions()
                && (ImpossibleCounts.holds(difference, run) || ImpossibleCounts.fallsBack(difference));
    }

    private static String jumps(EventInfo e, long faults, Long last) {
        return e.name() + ": " + faults + (faults == 1 ? " difference is" : " differences are")
                + " more than a CPU can count: the counter jumped, as those of virtual machines do. They are left out of"
                + " counts, rates and charts, and estimated in the total"
                + (last == null ? "" : "; the final reading, " + last + ", is no count");
    }
}
