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
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesCollector.RecordVisitor;
import runbench.parser.series.SeriesReport.AxisExtent;

/**
 * The periods of a recording. A period is the difference of two consecutive cumulative records of one series (group,
 * task, CPU); the first record is compared with 0. All series are merged into one stream in the order of time. Every
 * pass reads the file again. Memory grows with the number of tasks, not of samples. Several threads may read
 * concurrently.
 */
public final class Periods {
    private static final long MIN_RECORDS_OF_THREADS = 50_000;
    /** Periods from which no reading is late enough to matter, as in the reference project. */
    private static final long LONG_PERIOD_NANOS = 5_000_000_000L;

    private final Recording recording;
    private final Metadata metadata;
    private final List<EventInfo> events;
    private final int[] valuesOfGroup = new int[256];
    private final int leadingGroup;
    private final long startWall;
    private final Multiplexing multiplexing;
    private final AtomicInteger passes = new AtomicInteger();
    private Survey survey;
    private CountedTime counted;
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
                // The running time of a group that always counted is the most accurate.
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

    /** Returns the wall time in which the counters were enabled. */
    public synchronized CountedTime counted() {
        if (counted == null) {
            counted = CountedTime.of(recording);
        }
        return counted;
    }

    /** Returns all requested events, including those that were not counted. */
    public List<EventInfo> events() {
        return events;
    }

    /** Returns the nominal period, ns; 0 if the recording does not contain it. */
    public long nominalNanos() {
        return metadata.periodNanos();
    }

    /**
     * Returns the length beyond which a period is {@linkplain Period.PeriodFlag#IRREGULAR irregular}, ns; the maximum
     * of a long if no period is.
     */
    public long maxRegularNanos() {
        long nominal = nominalNanos();
        return nominal > 0 && nominal < LONG_PERIOD_NANOS ? nominal + nominal / 2 : Long.MAX_VALUE;
    }

    /** Group whose running time is the axis. Each group accounts for the whole running time separately. */
    public int leadingGroup() {
        return leadingGroup;
    }

    /** CLOCK_MONOTONIC at the start of the run (the first record), ns. */
    public long startWallNanos() {
        return startWall;
    }

    /**
     * Returns the share of the running time in which a group of counters counted, 0..1; below 1 if it was multiplexed.
     */
    public double shareMeasured(int group) {
        return multiplexing.share(group);
    }

    /** Returns the number of complete passes over the records. */
    public int passes() {
        return passes.get();
    }

    /**
     * Returns the times of each task on and off the CPUs, longest first; empty if the recording does not contain all
     * context switches.
     */
    public Optional<List<Scheduling.TaskTimes>> scheduling() {
        return Scheduling.recorded(recording) ? survey().scheduled().map(s -> OffCpu.times(recording, s))
                : Optional.empty();
    }

    /** Returns the wall time off the CPUs, from the clocks alone; empty if the recording has no times. */
    public Optional<OffCpu> offCpu() {
        SeriesReport known = report;
        if (known != null && !Scheduling.recorded(recording)) {
            return OffCpu.of(recording, Optional.empty(), false, known.tasks().size(), known.extent());
        }
        return OffCpu.of(recording, survey().scheduled(), survey().isStopped(), survey().tasks(), surveyedExtent());
    }

    /**
     * Returns the number of CPUs whose rates add up to the rate of an event in a recording of CPUs; 1 in others, and
     * for events that do not depend on the CPU.
     */
    public int summedCpus(EventInfo event) {
        return metadata.cpuWide() && !event.overWallTime() ? Math.max(1, metadata.json().path("observed_cpus").size())
                : 1;
    }

    /** CLOCK_MONOTONIC at which the last interval of {@link #scheduling} ends, ns. */
    long scheduledUntilNanos() {
        return survey().scheduledUntil();
    }

    /**
     * Returns the extent of the recording. It is exact after the first pass. Before, it is derived from the clocks
     * alone and may be too short: it may lack times in which a task was polled late or its group was off the counters.
     */
    public AxisExtent extent() {
        SeriesReport known = report;
        return known == null ? surveyedExtent() : known.extent();
    }

    private AxisExtent surveyedExtent() {
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

    /** Groups that count whole sockets. Their periods are not samples of a task. */
    public boolean[] groupsOfSockets() {
        boolean[] groups = new boolean[256];
        events().stream().filter(e -> e.counted() && e.socketWide()).forEach(e -> groups[e.group()] = true);
        return groups;
    }

    /** Number of values in the records of each group. */
    int[] valuesOfGroup() {
        return valuesOfGroup;
    }

    /** Reads the recording once and passes every period to every visitor. */
    public SeriesReport forEach(PeriodVisitor... visitors) {
        return read(new PeriodPass(this, Progress.NONE, true, visitors));
    }

    /**
     * Reads the recording once for all collectors.
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

    /** Returns whether the recording is so long that further threads save more time than their start takes. */
    public boolean isWorthThreads() {
        return recording.records() >= MIN_RECORDS_OF_THREADS;
    }

    /**
     * Returns the result of one collector after one pass, or after a second pass if the collector
     * {@linkplain SeriesCollector#corrected corrects} its expectation.
     */
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

    /**
     * Reads the recording once and passes the periods of each task's own records. Counts that a reading of the whole
     * group reported earlier appear in the task's next record.
     */
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

    /** Returns the report of a pass; reads the recording only if no pass has been made. */
    public SeriesReport report() {
        SeriesReport known = report;
        return known == null ? forEach() : known;
    }
}
