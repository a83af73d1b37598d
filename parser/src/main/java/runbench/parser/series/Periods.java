package runbench.parser.series;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import runbench.base.progress.Progress;
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
        SeriesReport result = pass(new Pass(visitors, progress, true));
        report = result;
        return result;
    }

    /** One pass that shows every task's own records alone: all its counts, those late that others have read before. */
    SeriesReport forEachOfTasks(PeriodVisitor... visitors) {
        return pass(new Pass(visitors, Progress.NONE, false));
    }

    private SeriesReport pass(Pass pass) {
        try {
            TimeOrder.forEach(recording, pass::record);
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

    private final class Pass {
        private final PeriodVisitor[] visitors;
        private final Progress progress;
        private final ImpossibleCounts impossible = new ImpossibleCounts(metadata, recording.valueCount());
        private final SeriesTable table = new SeriesTable(recording.valueCount(), impossible);
        private final TaskTable tasks = new TaskTable(events);
        private final Readings readings = new Readings(recording.valueCount(), startWall);
        private final boolean withReadings;
        private final Scaling scaling = new Scaling(events.size());
        private final Period period = new Period(events, table.delta, table.faulty, scaling, metadata.periodNanos());
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

        Pass(PeriodVisitor[] visitors, Progress progress, boolean withReadings) {
            this.withReadings = withReadings;
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
                case Kind.READING -> reading(r);
                case Kind.FINAL -> tasks.counted(r, r.group() == leadingGroup);
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
            // What the kernel did not report of ended tasks comes about over all that ran.
            boolean derived = (r.flags() & PeriodFlag.DERIVED) != 0;
            table.advance(r, close, valuesOfGroup[group], tasks.startOf(p.task, p.tid, startWall), derived ? runOfGroup[group] : 0);
            long wall = r.wallNanos();
            // A close bears the time at which its task ended, even when that is noticed later.
            if (wall < wallOfPrevious && !close) {
                disordered++;
            }
            step(wall);
            p.groupOfPeriod = group;
            p.flags = r.flags() | (close ? PeriodFlag.CLOSE : 0) | faults(group);
            p.cpu = r.cpu();
            p.wallNanos = wall - startWall;
            p.wallDeltaNanos = Math.max(0, wall - table.wallBefore);
            p.runDeltaNanos = table.deltaRun;
            p.shareMeasured = 1;
            p.usualShare = multiplexing.share(group);
            if (multiplexing.affects(group)) {
                scale(r);
            }
            p.lengthNanos = table.deltaRun;
            tasks.add(p, group == leadingGroup);
            if (settled(r, close)) {
                return;
            }
            boolean nothing = table.deltaRun == 0 && !p.is(PeriodFlag.FAULT);
            for (int v = 0; v < valuesOfGroup[group]; v++) {
                nothing &= table.delta[v] == 0;
            }
            // A poll is due after wall time, a kernel-driven sample after running time.
            if (metadata.polled()) {
                p.lengthNanos = p.wallDeltaNanos;
            }
            if (!close && nothing && r.runNanos() > 0) {
                p.flags |= PeriodFlag.REPEATED;
            } else if (!close && p.lengthNanos > threshold) {
                p.flags |= PeriodFlag.IRREGULAR;
            }
            show();
        }

        private void step(long wall) {
            period.wallStepNanos = Math.max(0, wall - wallOfPrevious);
            gaps += period.wallStepNanos > threshold ? 1 : 0;
            wallOfPrevious = Math.max(wallOfPrevious, wall);
            wallEnd = Math.max(wallEnd, wall);
        }

        private void show() {
            Period p = period;
            runOfGroup[p.groupOfPeriod] += p.runDeltaNanos;
            p.runNanos = runOfGroup[p.groupOfPeriod];
            for (int e = 0; e < p.totals.length; e++) {
                p.totals[e] += p.count(e);
            }
            scaling.add(p);
            for (PeriodVisitor visitor : visitors) {
                visitor.period(p);
            }
        }

        /** Takes off the period what readings have told of it already; true where nothing is left. */
        private boolean settled(Cursor r, boolean close) {
            Period p = period;
            if (!withReadings || multiplexing.affects(p.groupOfPeriod)) {
                return false;
            }
            long run = readings.settle(p.groupOfPeriod, r.wallNanos(), p.runDeltaNanos, table.delta);
            if (run == p.runDeltaNanos) {
                return false;
            }
            p.runDeltaNanos = run;
            p.lengthNanos = run;
            p.wallDeltaNanos = Math.max(0, Math.min(p.wallDeltaNanos, r.wallNanos() - readings.last(p.groupOfPeriod)));
            return run == 0 && !close && Arrays.stream(table.delta, 0, valuesOfGroup[p.groupOfPeriod]).allMatch(count -> count == 0);
        }

        /** A period of all tasks together, which have no samples of their own there. */
        private void reading(Cursor r) {
            int group = r.group();
            if (!withReadings || multiplexing.affects(group)) {
                return;
            }
            Period p = period;
            p.wallDeltaNanos = Math.max(0, r.wallNanos() - readings.previous(group));
            p.runDeltaNanos = readings.advance(r, table.delta, impossible, table.faulty);
            if (p.runDeltaNanos == 0) {
                return;
            }
            step(r.wallNanos());
            p.task = r.task();
            p.tid = r.tid();
            p.cpu = r.cpu();
            p.groupOfPeriod = group;
            p.wallNanos = r.wallNanos() - startWall;
            p.shareMeasured = 1;
            p.usualShare = 1;
            p.lengthNanos = p.wallDeltaNanos;
            p.flags = r.flags() | (p.lengthNanos > threshold ? PeriodFlag.IRREGULAR : 0) | faults(group);
            show();
        }

        private int faults(int group) {
            for (int v = 0; v < valuesOfGroup[group]; v++) {
                if (table.faulty[v]) {
                    return PeriodFlag.FAULT;
                }
            }
            return 0;
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
            List<Estimate> estimates = new ArrayList<>();
            List<Long> ran = new ArrayList<>();
            List<String> discrepancies = new ArrayList<>();
            for (int i = 0; i < events.size(); i++) {
                EventInfo e = events.get(i);
                long total = period.totals[i];
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
                estimates.add(e.counted() ? scaling.estimate(i, faults, multiplexing.share(e.group())) : Estimate.NONE);
                ran.add(run);
            }
            if (Arrays.stream(finals).anyMatch(Objects::nonNull)) {
                events.stream().filter(e -> e.counted() && finals[e.group()] == null)
                        .forEach(e -> discrepancies.add(e.name() + ": the recording holds no final count"));
            }
            recording.trailer().map(t -> t.json().path("doubt").asText("")).filter(d -> !d.isEmpty()).ifPresent(discrepancies::add);
            if (table.decreasing > 0) {
                discrepancies.add(table.decreasing + " cumulative values went backwards and were taken as unchanged");
            }
            return new SeriesReport(runOfGroup[leadingGroup], List.copyOf(ran), wallEnd - startWall, List.copyOf(counted),
                    Collections.unmodifiableList(exact), List.copyOf(estimates),
                    List.copyOf(discrepancies), gaps, disordered, lost, throttled, switches, tasks.tasks(startWall, metadata.polled()));
        }

        /** Null where the recording holds no final count of the event. */
        private Long last(EventInfo e) {
            long[] group = e.counted() ? finals[e.group()] : null;
            return group == null ? null : (Long) e.values().stream().mapToLong(v -> group[v]).sum();
        }

        private boolean jumped(EventInfo e, long difference, long run) {
            return e.source().equals("pmu") && !metadata.countsInstructions()
                    && (ImpossibleCounts.holds(difference, run) || ImpossibleCounts.fallsBack(difference));
        }

        private String jumps(EventInfo e, long faults, Long last) {
            return e.name() + ": " + faults + (faults == 1 ? " difference is" : " differences are")
                    + " more than a CPU can count: the counter jumped, as those of virtual machines do. They are left out of"
                    + " counts, rates and charts, and estimated in the total"
                    + (last == null ? "" : "; the final reading, " + last + ", is no count");
        }
    }
}
