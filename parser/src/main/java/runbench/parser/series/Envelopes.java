package runbench.parser.series;

import java.util.ArrayList;
import java.util.List;
import runbench.parser.Progress;
import runbench.parser.RunbenchException;
import runbench.parser.record.EventInfo;

/** Builds the envelopes of all counted events of a recording, in two streaming passes (extent, then buckets). */
public final class Envelopes {
    private Envelopes() {
    }

    /** The axis that suits a recording: instructions when it counted these, else running time. */
    public static Axis defaultAxis(Periods periods) {
        return periods.recording().metadata().countsInstructions() ? Axis.INSTRUCTIONS
                : periods.recording().metadata().cpuWide() ? Axis.WALL_TIME : Axis.RUN_TIME;
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
     * The same for single tasks: {@code result.get(i)} has the envelopes of {@code tasks[i]}, whose rates are per second
     * of that task's own running time.
     *
     * @param tasks serial numbers
     */
    public static List<List<Envelope>> ofTasks(Periods periods, Axis axis, int buckets, int[] tasks) {
        SeriesReport extent = periods.forEach();
        long length = Math.max(1, axis == Axis.WALL_TIME ? extent.wallNanos() : extent.runNanos());
        int n = periods.nominalNanos() > 0 ? (int) Math.max(1, Math.min(buckets, length / periods.nominalNanos())) : buckets;
        List<List<EnvelopeBuilder>> builders = new ArrayList<>();
        List<PeriodVisitor> visitors = new ArrayList<>();
        for (int task : tasks) {
            List<EnvelopeBuilder> own = new ArrayList<>();
            for (int e = 0; e < periods.events().size(); e++) {
                if (periods.events().get(e).counted()) {
                    EnvelopeBuilder builder = new EnvelopeBuilder(periods, e, axis, length, n);
                    own.add(builder);
                    visitors.add(p -> {
                        if (p.task() == task) {
                            builder.period(p);
                        }
                    });
                }
            }
            builders.add(own);
        }
        periods.forEach(visitors.toArray(PeriodVisitor[]::new));
        return builders.stream().map(own -> own.stream().map(b -> b.build(extent)).toList()).toList();
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
        boolean instructions = periods.recording().metadata().countsInstructions();
        if (instructions != (axis == Axis.INSTRUCTIONS)) {
            throw RunbenchException.badInput(periods.recording().path() + ": has no axis of " + axis.label()
                    + (instructions ? ": it counts instructions, time does not exist in it" : ": it counts time"))
                    .remedy("choose " + (instructions ? "instructions" : "run_time or wall_time"));
        }
        SeriesReport extent = periods.report();
        long length = Math.max(1, axis == Axis.WALL_TIME ? extent.wallNanos() : extent.runNanos());
        int n = Math.max(1, buckets);
        if (periods.nominalNanos() > 0) {
            n = (int) Math.max(1, Math.min(n, length / periods.nominalNanos()));
        }
        List<EnvelopeBuilder> builders = new ArrayList<>();
        for (int e = 0; e < periods.events().size(); e++) {
            if (periods.events().get(e).counted()) {
                builders.add(new EnvelopeBuilder(periods, e, axis, length, n));
            }
        }
        periods.forEach(progress, builders.toArray(PeriodVisitor[]::new));
        List<Envelope> envelopes = new ArrayList<>();
        for (EnvelopeBuilder builder : builders) {
            envelopes.add(builder.build(extent));
        }
        return envelopes;
    }
}
