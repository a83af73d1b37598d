package runbench.parser.series;

import java.util.Arrays;
import java.util.List;
import runbench.base.progress.Progress;
import runbench.parser.record.Cursor;
import runbench.parser.record.Kind;
import runbench.parser.record.Metadata;
import runbench.parser.record.Recording;
import runbench.parser.series.Period.PeriodFlag;
import runbench.parser.series.SeriesCollector.PeriodVisitor;

/**
 * One pass over the records of a recording in the order of time. It computes the periods, passes them to visitors and
 * sums them.
 */
final class PeriodPass {
    private final Recording recording;
    private final Metadata metadata;
    private final Multiplexing multiplexing;
    private final int[] valuesOfGroup;
    private final int leadingGroup;
    private final long startWall;
    private final PeriodVisitor[] visitors;
    private final Progress progress;
    private final boolean withReadings;
    private final ImpossibleCounts impossible;
    private final SeriesTable table;
    private final TaskTable tasks;
    private final Readings readings;
    private final Scaling scaling;
    private final PeakRate[] peaks;
    private final Period period;
    private final long[] runOfGroup = new long[256];
    private final long[][] finals = new long[256][];
    private final boolean[] ofSockets;
    private final CountedTime counted;
    private final long threshold;
    private long wallEnd;
    private long wallOfPrevious;
    private long disordered;
    private long gaps;
    private long lost;
    private long throttled;
    private long switches;
    private long done;

    /** @param withReadings whether increments of readings are subtracted from the tasks' own records */
    PeriodPass(Periods periods, Progress progress, boolean withReadings, PeriodVisitor... visitors) {
        recording = periods.recording();
        metadata = recording.metadata();
        multiplexing = periods.multiplexing();
        valuesOfGroup = periods.valuesOfGroup();
        leadingGroup = periods.leadingGroup();
        startWall = periods.startWallNanos();
        ofSockets = periods.groupsOfSockets();
        this.visitors = visitors;
        this.progress = progress;
        this.withReadings = withReadings;
        impossible = new ImpossibleCounts(metadata, recording.valueCount());
        table = new SeriesTable(recording.valueCount(), impossible);
        tasks = new TaskTable(periods.events());
        readings = new Readings(recording.valueCount(), startWall);
        scaling = new Scaling(periods.events().size());
        peaks = periods.events().stream().map(e -> new PeakRate()).toArray(PeakRate[]::new);
        period = new Period(periods.events(), table.delta, table.faulty, scaling, metadata.periodNanos());
        counted = periods.counted();
        threshold = periods.maxRegularNanos();
        wallEnd = startWall;
        wallOfPrevious = startWall;
    }

    void record(Cursor r) {
        if ((++done & 0xffff) == 0) {
            progress.at(done, recording.records());
        }
        switch (r.kind()) {
            case Kind.SAMPLE -> sample(r, false);
            case Kind.CLOSE -> sample(r, true);
            case Kind.READING -> reading(r);
            case Kind.FINAL -> tasks.addFinalCounts(r, r.group() == leadingGroup);
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
            default -> {
            }
        }
    }

    private void sample(Cursor r, boolean close) {
        int group = r.group();
        Period p = period;
        p.task = r.task();
        p.tid = r.tid();
        // Counts of ended tasks that the kernel did not report belong to the whole running time.
        boolean derived = (r.flags() & PeriodFlag.DERIVED) != 0;
        table.advance(r, close, valuesOfGroup[group], tasks.startOf(p.task, p.tid, startWall),
                derived ? runOfGroup[group] : 0);
        long wall = r.wallNanos();
        // A close has the time at which its task ended, even if the end was detected later.
        if (wall < wallOfPrevious && !close) {
            disordered++;
        }
        step(wall);
        p.groupOfPeriod = group;
        p.flags = r.flags() | (close ? PeriodFlag.CLOSE : 0) | faults(group);
        p.cpu = r.cpu();
        p.wallNanos = wall - startWall;
        p.wallFromNanos = Math.min(wall, table.wallBefore) - startWall;
        p.wallDeltaNanos = counted.within(table.wallBefore, wall);
        p.runDeltaNanos = table.deltaRun;
        p.shareMeasured = 1;
        p.usualShare = multiplexing.share(group);
        if (multiplexing.affects(group)) {
            scale(r);
        }
        p.lengthNanos = table.deltaRun;
        p.count();
        if (!ofSockets[group]) {
            tasks.add(p, group == leadingGroup);
        }
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
        } else if (!close && isIrregular(p) && !ofSockets[group]) {
            p.flags |= PeriodFlag.IRREGULAR;
        }
        show();
    }

    /**
     * Returns whether a period is too long to be compared with others. A late poll is harmless if the program hardly
     * ran in the meantime: only running time accumulates counts.
     */
    private boolean isIrregular(Period p) {
        return p.lengthNanos > threshold && (!metadata.polled() || p.runDeltaNanos > threshold);
    }

    private void step(long wall) {
        period.wallStepNanos = Math.max(0, wall - wallOfPrevious);
        gaps += counted.within(wallOfPrevious, wall) > threshold ? 1 : 0;
        wallOfPrevious = Math.max(wallOfPrevious, wall);
        wallEnd = Math.max(wallEnd, wall);
    }

    private void show() {
        Period p = period;
        runOfGroup[p.groupOfPeriod] += p.runDeltaNanos;
        p.runNanos = runOfGroup[p.groupOfPeriod];
        p.complete();
        scaling.add(p);
        for (int e : p.about()) {
            peaks[e].add(p, e);
        }
        for (PeriodVisitor visitor : visitors) {
            visitor.period(p);
        }
    }

    /** Subtracts the increments of readings from the period; returns whether nothing is left. */
    private boolean settled(Cursor r, boolean close) {
        Period p = period;
        if (!withReadings || multiplexing.affects(p.groupOfPeriod)) {
            return false;
        }
        long run = readings.settle(p.groupOfPeriod, r.wallNanos(), p.runDeltaNanos, table.delta);
        if (readings.hasIncrement(p.groupOfPeriod)) {
            p.count();
        }
        if (run == p.runDeltaNanos) {
            return false;
        }
        p.runDeltaNanos = run;
        p.lengthNanos = run;
        long reading = readings.wallOfLast(p.groupOfPeriod);
        p.wallFromNanos = Math.min(r.wallNanos() - startWall, Math.max(p.wallFromNanos, reading - startWall));
        p.wallDeltaNanos = Math.min(p.wallDeltaNanos, counted.within(reading, r.wallNanos()));
        return run == 0 && !close
                && Arrays.stream(table.delta, 0, valuesOfGroup[p.groupOfPeriod]).allMatch(count -> count == 0);
    }

    /** A period of all tasks together, which have no samples of their own there. */
    private void reading(Cursor r) {
        int group = r.group();
        if (!withReadings || multiplexing.affects(group)) {
            return;
        }
        Period p = period;
        long before = Math.min(r.wallNanos(), readings.previous(group));
        p.wallFromNanos = before - startWall;
        p.wallDeltaNanos = counted.within(before, r.wallNanos());
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
        p.flags = r.flags() | (isIrregular(p) ? PeriodFlag.IRREGULAR : 0) | faults(group);
        p.count();
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

    /** The group's own clock may also stop while the group does not count. Then the enabled time is used. */
    private void scale(Cursor r) {
        long counted = table.deltaRunning > 0 || !period.is(PeriodFlag.CLOSE) ? table.deltaRunning : table.deltaRun;
        period.runDeltaNanos = Math.max(table.deltaRun, table.advanceEnabled(r));
        period.shareMeasured = period.runDeltaNanos == 0 ? 1 : Math.min(1, (double) counted / period.runDeltaNanos);
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
        EventTotals totals = new EventTotals(recording, multiplexing, runOfGroup, leadingGroup, finals, scaling,
                List.of(peaks));
        totals.add(period.totals, table.decreasing);
        return totals.report(wallEnd - startWall, counted.within(startWall, wallEnd), gaps, disordered, lost, throttled,
                switches, tasks.tasks(startWall, metadata.polled(), counted.isControlled()));
    }
}
