package runbench.parser.series;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import runbench.parser.record.EventInfo;

/**
 * One period: what one task did between two of its samples on one CPU. A single object that {@link Periods} refills for
 * every period; copy what you want to keep.
 *
 * <p>Events are numbered as in {@link Periods#events()}. In a recording that counts instructions instead of time
 * ({@code axis} "instructions"), run times are instructions.
 */
public final class Period {
    final EventInfo[] events;
    final int[] group;
    final int[][] values;
    final long[] totals;
    /** Per event, as {@link #count} and {@link #has}: asked for many times, found out once. */
    private final long[] counts;
    private final boolean[] counted;
    private final double[] rates;
    private boolean whole;
    /** Per group the events that have counts in its periods. */
    private final int[][] eventsOf;
    private int groupOfCounts;
    private final boolean[] clock;
    final long nominalNanos;
    final long[] delta;
    private final boolean[] faulty;
    private final Scaling scaling;

    int flags;
    int groupOfPeriod;
    int cpu;
    int task;
    int tid;
    long wallNanos;
    long wallDeltaNanos;
    long wallStepNanos;
    long runNanos;
    long runDeltaNanos;
    long lengthNanos;
    double shareMeasured;
    /** Share of the running time in which the period's group counted over the whole run. */
    double usualShare;

    Period(List<EventInfo> events, long[] delta, boolean[] faulty, Scaling scaling, long nominalNanos) {
        this.events = events.toArray(EventInfo[]::new);
        this.delta = delta;
        this.faulty = faulty;
        this.scaling = scaling;
        this.nominalNanos = nominalNanos;
        group = events.stream().mapToInt(EventInfo::group).toArray();
        values = events.stream().map(e -> e.values().stream().mapToInt(v -> v).toArray()).toArray(int[][]::new);
        totals = new long[group.length];
        counts = new long[group.length];
        counted = new boolean[group.length];
        rates = new double[group.length];
        Arrays.fill(rates, Double.NaN);
        eventsOf = IntStream.range(0, 256)
                .mapToObj(g -> IntStream.range(0, group.length)
                        .filter(e -> group[e] == g && values[e].length > 0)
                        .toArray())
                .toArray(int[][]::new);
        clock = new boolean[group.length];
        for (int e = 0; e < clock.length; e++) {
            clock[e] = this.events[e].overWallTime();
        }
    }

    /** Adds up the counts anew: group, flags, share or differences have changed. */
    void count() {
        if (groupOfPeriod != groupOfCounts) {
            for (int e : eventsOf[groupOfCounts]) {
                counts[e] = 0;
                counted[e] = false;
            }
            groupOfCounts = groupOfPeriod;
        }
        for (int e : eventsOf[groupOfPeriod]) {
            long count = 0;
            boolean told = !isFaulty(e);
            if (told) {
                for (int v : values[e]) {
                    count += delta[v];
                }
            }
            counts[e] = count;
            counted[e] = told && shareMeasured > 0;
        }
    }

    /** Everything is filled in: what several ask for is worked out. */
    void complete() {
        whole = !is(PeriodFlag.REPEATED | PeriodFlag.IRREGULAR)
                && (!is(PeriodFlag.CLOSE) || runDeltaNanos <= nominalNanos + nominalNanos / 2)
                && runDeltaNanos >= nominalNanos / 2 && shareMeasured >= usualShare / 2;
        for (int e : eventsOf[groupOfPeriod]) {
            totals[e] += counts[e];
            long nanos = rateNanos(e);
            rates[e] = nanos > 0 ? estimate(e) / nanos : Double.NaN;
        }
    }

    /** The events that have counts in this period unless {@linkplain #isFaulty something went wrong}. */
    int[] about() {
        return eventsOf[groupOfPeriod];
    }

    /** Bits of {@link PeriodFlag}. */
    public int flags() {
        return flags;
    }

    public boolean is(int flag) {
        return (flags & flag) != 0;
    }

    /** Group of counters that this period is about; only its events have counts here. */
    public int group() {
        return groupOfPeriod;
    }

    /** CPU number, or {@link runbench.parser.record.Kind#ALL_CPUS}. */
    public int cpu() {
        return cpu;
    }

    /** Serial number of the task, or {@link runbench.parser.record.Kind#ALL_TASKS}. */
    public int task() {
        return task;
    }

    public int tid() {
        return tid;
    }

    /** End of the period: wall time since the start of the run, ns. */
    public long wallNanos() {
        return wallNanos;
    }

    /** Wall time since the previous record of the same task on the same CPU, ns. */
    public long wallDeltaNanos() {
        return wallDeltaNanos;
    }

    /** Wall time since the previous period of the whole program, ns; these steps add up to the wall time. */
    public long wallStepNanos() {
        return wallStepNanos;
    }

    /** End of the period: running time of the whole program so far, over all tasks and CPUs, ns. */
    public long runNanos() {
        return runNanos;
    }

    /** Length of the period: running time of this task in it, ns. */
    public long runDeltaNanos() {
        return runDeltaNanos;
    }

    /**
     * What the nominal period governs: the wall time of a polled period, the running time of a kernel-driven one, ns.
     */
    public long lengthNanos() {
        return lengthNanos;
    }

    /** Share of the period in which its events were really counted, 0..1; below 1 when they were multiplexed. */
    public double shareMeasured() {
        return shareMeasured;
    }

    /**
     * True for a period whose rates are comparable with those of others: ranges and scales are made of these. The rate
     * of a fragment (less than half a nominal period, or much less measured than is usual under multiplexing) is noise,
     * that of an irregular period an average over a long time. What a task did after its last sample is whole if it is
     * half a nominal period long.
     */
    public boolean isWhole() {
        return whole;
    }

    /** True when the event was counted in this period, at least for a part of it. */
    public boolean has(int event) {
        return counted[event];
    }

    /** Running time of this task in which the event was on a counter, ns; 0 unless {@link #has}. */
    public double measuredNanos(int event) {
        return has(event) ? runDeltaNanos * shareMeasured : 0;
    }

    /** What was counted of an event in this period; 0 unless {@link #has}. */
    public long count(int event) {
        return counts[event];
    }

    /** True when its counter jumped in this period by more than a CPU can count. */
    boolean isFaulty(int event) {
        if (!is(PeriodFlag.FAULT)) {
            return false;
        }
        boolean any = false;
        for (int v : values[event]) {
            any |= faulty[v];
        }
        return any;
    }

    /** True when the event was counted in this run and belongs to this period's group. */
    boolean isAbout(int event) {
        return group[event] == groupOfPeriod && values[event].length > 0;
    }

    /** The count scaled up by the share measured: an estimate when that share is below 1; NaN unless {@link #has}. */
    public double estimate(int event) {
        return counted[event] ? counts[event] / shareMeasured : Double.NaN;
    }

    /** What was counted of an event from the start of the run to the end of this period, over all tasks. */
    public long total(int event) {
        return totals[event];
    }

    /**
     * What the event counted from the start of the run to the end of this period, the time without measurement
     * included.
     */
    public double estimatedTotal(int event) {
        return scaling.soFar(event);
    }

    /**
     * The event's rate in this period per ns (or instruction), estimated where it was multiplexed; NaN when there is
     * none.
     */
    public double rate(int event) {
        return group[event] == groupOfPeriod ? rates[event] : Double.NaN;
    }

    /**
     * Denominator of the event's rate in this period: the running time, or for clocks, whose rate over running time
     * would say nothing, the wall time; ns.
     */
    public long rateNanos(int event) {
        return clock[event] ? wallDeltaNanos : runDeltaNanos;
    }
}
