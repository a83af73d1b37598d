package runbench.parser.series;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import runbench.parser.Progress;
import runbench.parser.record.Cursor;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Kind;
import runbench.parser.record.Metadata;
import runbench.parser.record.Recording;

/**
 * The periods of a recording: its cumulative records differenced per (group, task, CPU) from 0 and merged into one
 * stream in the order of time. Every pass streams over the file again; memory grows with tasks, not with samples.
 * Several threads may pass at once.
 */
public final class Periods {
    private final Recording recording;
    private final Metadata metadata;
    private final List<EventInfo> events;
    private final int[] valuesOfGroup = new int[256];
    private final int leadingGroup;
    private final long startWall;
    private volatile SeriesReport report;
    private final Multiplexing multiplexing;

    private Periods(Recording recording) {
        this.recording = recording;
        metadata = recording.metadata();
        events = metadata.events();
        multiplexing = Multiplexing.of(recording);
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

    /** One pass that shows every period to every visitor. */
    public SeriesReport forEach(PeriodVisitor... visitors) {
        return forEach(Progress.NONE, visitors);
    }

    /**
     * One pass that shows every period to every visitor.
     *
     * @param progress told the records done and in all
     */
    public SeriesReport forEach(Progress progress, PeriodVisitor... visitors) {
        Pass pass = new Pass(visitors, progress);
        try {
            TimeOrder.forEach(recording, pass::record);
        } catch (InternalError e) {
            throw Recording.shrank(recording.path(), e);
        }
        SeriesReport result = pass.report();
        report = result;
        return result;
    }

    /** What a pass reports, without another pass where there has been one. */
    public SeriesReport report() {
        SeriesReport known = report;
        return known == null ? forEach() : known;
    }

    private final class Pass {
        private final PeriodVisitor[] visitors;
        private final Progress progress;
        private final SeriesTable table = new SeriesTable(recording.valueCount());
        private final TaskTable tasks = new TaskTable(events);
        private final Scaling scaling = new Scaling(events.size());
        private final Period period = new Period(events, table.delta, metadata.periodNanos());
        private final long[] runOfGroup = new long[256];
        private final long[][] finals = new long[256][];
        private final long threshold = metadata.periodNanos() > 0 ? metadata.periodNanos() + metadata.periodNanos() / 2
                : Long.MAX_VALUE;
        private long wallEnd = startWall;
        private long wallOfPrevious = startWall;
        private long disordered;
        private long gaps;
        private long lost;
        private long throttled;
        private long switches;
        private long done;

        Pass(PeriodVisitor[] visitors, Progress progress) {
            this.visitors = visitors;
            this.progress = progress;
        }

        void record(Cursor r) {
            if ((++done & 0xffff) == 0) {
                progress.at(done, recording.records());
            }
            switch (r.kind()) {
                case Kind.SAMPLE -> sample(r, false);
                case Kind.CLOSE -> sample(r, true);
                case Kind.TOTAL -> total(r);
                case Kind.TASK -> {
                    table.startTask(r.task());
                    tasks.started(r);
                }
                case Kind.COMM -> tasks.named(r);
                case Kind.EXIT -> tasks.ended(r);
                case Kind.LOST -> lost += Math.max(0, r.aux());
                case Kind.SWITCH -> switches++;
                case Kind.THROTTLE -> throttled += (r.flags() & PeriodFlag.THROTTLED) != 0 ? 1 : 0;
                default -> { }
            }
        }

        private void sample(Cursor r, boolean close) {
            int group = r.group();
            Period p = period;
            p.task = r.task();
            p.tid = r.tid();
            table.advance(r, close, valuesOfGroup[group], tasks.startOf(p.task, p.tid, startWall));
            long wall = r.wallNanos();
            // A close bears the time at which its task ended, even when that is noticed later.
            if (wall < wallOfPrevious && !close) {
                disordered++;
            }
            p.wallStepNanos = Math.max(0, wall - wallOfPrevious);
            gaps += p.wallStepNanos > threshold ? 1 : 0;
            wallOfPrevious = Math.max(wallOfPrevious, wall);
            wallEnd = Math.max(wallEnd, wall);

            p.groupOfPeriod = group;
            p.flags = r.flags() | (close ? PeriodFlag.CLOSE : 0);
            p.cpu = r.cpu();
            p.wallNanos = wall - startWall;
            p.wallDeltaNanos = Math.max(0, wall - table.wallBefore);
            p.runDeltaNanos = table.deltaRun;
            p.shareMeasured = 1;
            p.usualShare = multiplexing.share(group);
            if (multiplexing.affects(group)) {
                scale(r);
            }
            runOfGroup[group] += p.runDeltaNanos;
            p.runNanos = runOfGroup[group];
            boolean nothing = table.deltaRun == 0;
            for (int v = 0; v < valuesOfGroup[group]; v++) {
                nothing &= table.delta[v] == 0;
            }
            for (int e = 0; e < p.totals.length; e++) {
                p.totals[e] += p.count(e);
            }
            // A poll is due after wall time, a kernel-driven sample after running time.
            p.lengthNanos = metadata.polled() ? p.wallDeltaNanos : table.deltaRun;
            if (!close && nothing && r.runNanos() > 0) {
                p.flags |= PeriodFlag.REPEATED;
            } else if (!close && p.lengthNanos > threshold) {
                p.flags |= PeriodFlag.IRREGULAR;
            }
            tasks.add(p, group == leadingGroup);
            scaling.add(p);
            for (PeriodVisitor visitor : visitors) {
                visitor.period(p);
            }
        }

        /** The group's own clock may stand still as well while it does not count; then the enabled time tells. */
        private void scale(Cursor r) {
            long counted = table.deltaRunning > 0 || !period.is(PeriodFlag.CLOSE) ? table.deltaRunning : table.deltaRun;
            period.runDeltaNanos = Math.max(table.deltaRun, table.advanceEnabled(r));
            period.shareMeasured = period.runDeltaNanos == 0 ? 1
                    : Math.min(1, (double) counted / period.runDeltaNanos);
        }

        private void total(Cursor r) {
            int group = r.group();
            if (finals[group] == null) {
                finals[group] = new long[valuesOfGroup[group]];
            }
            for (int v = 0; v < finals[group].length; v++) {
                finals[group][v] += r.value(v);
            }
        }

        SeriesReport report() {
            List<Long> counted = new ArrayList<>();
            List<Long> exact = new ArrayList<>();
            List<Double> estimated = new ArrayList<>();
            List<Double> shares = new ArrayList<>();
            List<Long> ran = new ArrayList<>();
            List<String> discrepancies = new ArrayList<>();
            for (int i = 0; i < events.size(); i++) {
                EventInfo e = events.get(i);
                long[] group = e.counted() ? finals[e.group()] : null;
                Long last = group == null ? null : (Long) e.values().stream().mapToLong(v -> group[v]).sum();
                counted.add(period.totals[i]);
                exact.add(last);
                estimated.add(e.counted() ? scaling.estimate(i) : Double.NaN);
                // Groups that took turns have clocks that stood still meanwhile.
                ran.add(runOfGroup[e.counted() && !multiplexing.affects(e.group()) ? e.group() : leadingGroup]);
                shares.add(e.counted() ? multiplexing.share(e.group()) : 0);
                if (last != null && last != period.totals[i]) {
                    discrepancies.add(e.name() + ": the differences add up to " + period.totals[i]
                            + ", the final count is " + last + " (" + (period.totals[i] - last) + ")");
                }
            }
            if (exact.stream().anyMatch(Objects::nonNull)) {
                events.stream().filter(e -> e.counted() && exact.get(events.indexOf(e)) == null)
                        .forEach(e -> discrepancies.add(e.name() + ": the recording holds no final count"));
            }
            if (table.decreasing > 0) {
                discrepancies.add(table.decreasing + " cumulative values went backwards and were taken as unchanged");
            }
            return new SeriesReport(runOfGroup[leadingGroup], List.copyOf(ran), wallEnd - startWall, List.copyOf(counted),
                    Collections.unmodifiableList(exact), List.copyOf(estimated), List.copyOf(shares),
                    List.copyOf(discrepancies), gaps, disordered, lost, throttled, switches, tasks.tasks(startWall));
        }
    }
}
