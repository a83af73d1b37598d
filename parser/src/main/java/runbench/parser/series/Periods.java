package runbench.parser.series;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import runbench.base.progress.Progress;
import runbench.parser.record.Cursor;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Metadata;
import runbench.parser.record.Recording;
import runbench.parser.record.SampledBy;

/**
 * The periods of a recording: its cumulative records differenced per (group, task, CPU) from 0 and merged into one
 * stream in the order of time. Every reading streams over the file again; memory grows with tasks, not with samples.
 * Several threads may read at once.
 */
public final class Periods {
    private final Recording recording;
    private final Metadata metadata;
    private final List<EventInfo> events;
    private final int[] valuesOfGroup = new int[256];
    private final int leadingGroup;
    private final long startWall;
    private final Multiplexing multiplexing;
    private final AtomicInteger passes = new AtomicInteger();
    private Survey survey;
    private volatile SeriesReport report;

    private Periods(Recording recording) {
        this.recording = recording;
        metadata = recording.metadata();
        events = metadata.events();
        multiplexing = Multiplexing.of(metadata, this::survey);
        int leading = Integer.MAX_VALUE;
        for (EventInfo e : events) {
            if (e.counted()) {
                valuesOfGroup[e.group()] = Math.max(valuesOfGroup[e.group()], 1 + Collections.max(e.values()));
                // A group that always counted knows the running time best.
                leading = Math.min(leading, e.group() + (multiplexing.affects(e.group()) ? 256 : 0));
            }
        }
        leadingGroup = leading == Integer.MAX_VALUE ? 0 : leading % 256;
        Cursor first = recording.cursor();
        startWall = first.next() ? first.wallNanos() : 0;
    }

    public static Periods of(Recording recording) {
        return new Periods(recording);
    }

    public Recording recording() {
        return recording;
    }

    /** All events that were asked for, the ones not counted included. */
    public List<EventInfo> events() {
        return events;
    }

    /** Nominal period, ns; 0 when the recording does not say. */
    public long nominalNanos() {
        return metadata.periodNanos();
    }

    /** Group whose running time is the axis: each group accounts the whole running time once more. */
    public int leadingGroup() {
        return leadingGroup;
    }

    /** CLOCK_MONOTONIC at the start of the run (the first record), ns. */
    public long startWallNanos() {
        return startWall;
    }

    /** Share of the running time in which a group of counters counted, 0..1; below 1 where groups took turns. */
    public double shareMeasured(int group) {
        return multiplexing.share(group);
    }

    /** How often the records have been read from the first to the last, whatever for. */
    public int passes() {
        return passes.get();
    }

    /**
     * Times of each task on and off the CPUs, longest first; empty where the recording was not asked to hold switches.
     */
    public Optional<List<Scheduling.TaskTimes>> scheduling() {
        boolean perTask = metadata.mode().is(SampledBy.KERNEL);
        return Scheduling.recorded(recording) ? survey().scheduling(perTask) : Optional.empty();
    }

    /** CLOCK_MONOTONIC at which the last interval of {@link #scheduling} ends, ns. */
    long scheduledUntilNanos() {
        return survey().scheduledUntil();
    }

    /**
     * How far the recording reaches: exactly once it has been read. Before, from its clocks alone: what a task did
     * while others were read in its place, or while its group was off the counters, may be missing then.
     */
    public AxisExtent extent() {
        SeriesReport known = report;
        if (known != null) {
            return known.extent();
        }
        return new AxisExtent(multiplexing.affects(leadingGroup) ? survey().advanced(leadingGroup)
                : survey().group(leadingGroup).runNanos(), Math.max(0, survey().wallEnd() - startWall));
    }

    private synchronized Survey survey() {
        if (survey == null) {
            passes.incrementAndGet();
            try {
                survey = Survey.of(recording);
            } catch (InternalError e) {
                throw Recording.shrank(recording.path(), e);
            }
        }
        return survey;
    }

    Multiplexing multiplexing() {
        return multiplexing;
    }

    /** Per group how many values its records hold. */
    /** Groups that whole sockets count, in times of their own: their periods are nobody's samples. */
    public boolean[] groupsOfSockets() {
        boolean[] groups = new boolean[256];
        events().stream().filter(e -> e.counted() && e.socketWide()).forEach(e -> groups[e.group()] = true);
        return groups;
    }

    int[] valuesOfGroup() {
        return valuesOfGroup;
    }

    /** One pass that shows every period to every visitor. */
    public SeriesReport forEach(PeriodVisitor... visitors) {
        return read(new PeriodPass(this, Progress.NONE, true, visitors));
    }

    /**
     * One pass for all collectors.
     *
     * @param progress receives the records done and in all
     */
    public SeriesReport read(Progress progress, List<? extends SeriesCollector<?>> collectors) {
        PeriodVisitor[] visitors = collectors.stream()
                .map(SeriesCollector::periods)
                .filter(Objects::nonNull)
                .toArray(PeriodVisitor[]::new);
        RecordVisitor[] inFileOrder = collectors.stream()
                .map(SeriesCollector::records)
                .filter(Objects::nonNull)
                .toArray(RecordVisitor[]::new);
        return read(new PeriodPass(this, progress, true, visitors), inFileOrder);
    }

    /** What a single collector gathers, in one pass; another where what it started from turns out to be wrong. */
    public <T> T collect(Progress progress, SeriesCollector<T> collector) {
        try (collector) {
            SeriesReport found = read(progress, List.of(collector));
            SeriesCollector<T> right = collector.corrected(found);
            if (right != collector) {
                read(progress, List.of(right));
            }
            return right.result(found);
        }
    }

    /** One pass that shows every task's own records alone: all its counts, those late that others have read before. */
    void forEachOfTasks(PeriodVisitor... visitors) {
        pass(new PeriodPass(this, Progress.NONE, false, visitors));
    }

    private SeriesReport read(PeriodPass pass, RecordVisitor... inFileOrder) {
        SeriesReport result = pass(pass, inFileOrder);
        report = result;
        return result;
    }

    private SeriesReport pass(PeriodPass pass, RecordVisitor... inFileOrder) {
        passes.incrementAndGet();
        try {
            TimeOrder.forEach(recording, pass::record, inFileOrder);
        } catch (InternalError e) {
            throw Recording.shrank(recording.path(), e);
        }
        return pass.report();
    }

    /** What a pass reports, without another pass where there has been one. */
    public SeriesReport report() {
        SeriesReport known = report;
        return known == null ? forEach() : known;
    }
}
