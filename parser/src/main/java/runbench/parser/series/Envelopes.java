package runbench.parser.series;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.parser.Progress;
import runbench.parser.RunbenchException;
import runbench.parser.record.EventInfo;

/** Builds the envelopes of all counted events of a recording, in two streaming passes (extent, then buckets). */
public final class Envelopes {
    private Envelopes() {
    }

    /** The axis that suits a recording: instructions when it counted these, else running time. */
    public static Axis defaultAxis(Periods periods) {
        return periods.recording().metadata().countsInstructions() ? Axis.INSTRUCTIONS : Axis.RUN_TIME;
    }

    /** Unit of an event's rate: "faults/s", "loads/10⁶ instructions"; clocks are "busy CPUs". */
    public static String rateUnit(EventInfo event, Axis axis) {
        return EnvelopeBuilder.rateUnit(event, axis);
    }

    /** Envelopes over {@link #defaultAxis}. */
    public static List<Envelope> of(Periods periods, int buckets) {
        return of(periods, defaultAxis(periods), buckets, Progress.NONE);
    }

    /**
     * One envelope per counted event, in the order of {@link Periods#events()}; events that were not counted have none.
     * A regular period is spread over the buckets that it touches; an irregular one stays in the bucket in which it
     * begins, so that the stretch without samples shows as a gap.
     *
     * @param buckets number of buckets wanted, at least 1; fewer are made when a bucket would be narrower than a period
     * @throws RunbenchException (bad input) when the recording has no such axis
     */
    public static List<Envelope> of(Periods periods, Axis axis, int buckets, Progress progress) {
        SeriesReport extent = periods.report();
        BucketGrid grid = BucketGrid.over(periods, axis, extent, buckets);
        List<EnvelopeBuilder> builders = new ArrayList<>();
        Map<Integer, GroupVisitor> groups = new LinkedHashMap<>();
        for (int e = 0; e < periods.events().size(); e++) {
            EventInfo event = periods.events().get(e);
            if (event.counted()) {
                GroupVisitor group = groups.computeIfAbsent(event.group(),
                        g -> new GroupVisitor(g, new BucketSpread(grid, periods), new ArrayList<>()));
                EnvelopeBuilder builder = new EnvelopeBuilder(periods, e, grid, group.spread());
                group.builders().add(builder);
                builders.add(builder);
            }
        }
        periods.forEach(progress, groups.values().toArray(PeriodVisitor[]::new));
        List<Envelope> envelopes = new ArrayList<>();
        for (EnvelopeBuilder builder : builders) {
            envelopes.add(builder.build(extent));
        }
        return envelopes;
    }

    /** Places each period of a group once and shows it to the group's events. */
    private record GroupVisitor(int group, BucketSpread spread, List<EnvelopeBuilder> builders) implements PeriodVisitor {
        @Override
        public void period(Period p) {
            if (p.group() != group) {
                return;
            }
            spread.place(p);
            for (EnvelopeBuilder builder : builders) {
                builder.take(p);
            }
        }
    }
}
