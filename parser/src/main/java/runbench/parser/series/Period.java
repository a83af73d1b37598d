package runbench.parser.series;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Kind.Flag;

/**
 * One period: the interval between two samples of one task on one CPU. {@link Periods} refills a single object for
 * every period; visitors copy the values that they keep.
 *
 * <p>Events are numbered as in {@link Periods#events()}. In a recording that counts instructions instead of time
 * ({@code axis} "instructions"), run times are instructions.
 */
public final class Period {
    final EventInfo[] events;
    final int[] group;
    final int[][] values;
    final long[] totals;
    /** Per event, the results of {@link #count} and {@link #has}, computed once per period. */
    private final long[] counts;
    private final boolean[] counted;
    private final double[] estimates;
    private final double[] rates;
    private boolean whole;
    /** Per group, the events that have counts in its periods. */
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
    long wallFromNanos;
    long wallDeltaNanos;
    long wallStepNanos;
    long runNanos;
    long runDeltaNanos;
    long lengthNanos;
    double shareMeasured;
    /** Returns the share of the run's running time in which the period's group counted, 0..1. */
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
        estimates = new double[group.length];
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

    /** Recomputes the counts after a change of group, flags, share or differences. */
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

    /** Computes the values that several visitors use, after all fields are set. */
    void complete() {
        whole = !is(PeriodFlag.REPEATED | PeriodFlag.IRREGULAR)
                && (!is(PeriodFlag.CLOSE) || runDeltaNanos <= nominalNanos + nominalNanos / 2)
                && runDeltaNanos >= nominalNanos / 2 && shareMeasured >= usualShare / 2;
        for (int e : eventsOf[groupOfPeriod]) {
            totals[e] += counts[e];
            long nanos = rateNanos(e);
            double estimate = counted[e] ? counts[e] / shareMeasured : Double.NaN;
            estimates[e] = estimate;
            rates[e] = nanos > 0 ? estimate / nanos : Double.NaN;
        }
    }

    /** Returns the events that have counts in this period, unless {@linkplain #isFaulty their counter jumped}. */
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

    /** Returns the group of counters of this period. Only events of this group have counts in it. */
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

    /** Start of the period: wall time of the previous record of the same series since the start of the run, ns. */
    public long wallFromNanos() {
        return wallFromNanos;
    }

    /** Counted wall time since the previous record of the same task on the same CPU, ns. */
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
     * Returns the length that is compared with the nominal period, ns: the wall time of a polled period, the running
     * time of a kernel-driven period.
     */
    public long lengthNanos() {
        return lengthNanos;
    }

    /** Returns the share of the period in which its events were counted, 0..1; below 1 if they were multiplexed. */
    public double shareMeasured() {
        return shareMeasured;
    }

    /**
     * Returns whether the rates of this period are comparable with those of other periods. Ranges and scales use only
     * such periods. The rate of a fragment is noise: a fragment is shorter than half a nominal period, or measured much
     * less than usual under multiplexing. The rate of an irregular period is an average over a long time. The rest of a
     * task after its last sample is whole if it is at least half a nominal period long.
     */
    public boolean isWhole() {
        return whole;
    }

    /** Returns whether the event was counted in at least a part of this period. */
    public boolean has(int event) {
        return counted[event];
    }

    /** Running time of this task in which the event was on a counter, ns; 0 unless {@link #has}. */
    public double measuredNanos(int event) {
        return has(event) ? runDeltaNanos * shareMeasured : 0;
    }

    /** Returns the count of an event in this period; 0 unless {@link #has}. */
    public long count(int event) {
        return counts[event];
    }

    /** Returns whether the event's counter jumped in this period by more than a CPU can count. */
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

    /** Returns whether the event was counted in this run and belongs to this period's group. */
    boolean isAbout(int event) {
        return group[event] == groupOfPeriod && values[event].length > 0;
    }

    /** The count scaled up by the share measured: an estimate when that share is below 1; NaN unless {@link #has}. */
    public double estimate(int event) {
        return counted[event] ? estimates[event] : Double.NaN;
    }

    /** Returns the count of an event from the start of the run to the end of this period, over all tasks. */
    public long total(int event) {
        return totals[event];
    }

    /**
     * Returns the estimated count of an event from the start of the run to the end of this period, including the time
     * without measurement.
     */
    public double estimatedTotal(int event) {
        return scaling.soFar(event);
    }

    /**
     * Returns the event's rate in this period per ns (or instruction); NaN if there is none. The rate of a multiplexed
     * event is an estimate.
     */
    public double rate(int event) {
        return group[event] == groupOfPeriod ? rates[event] : Double.NaN;
    }

    /**
     * Returns the denominator of the event's rate in this period, ns: the running time, or the wall time for clock
     * events. The rate of a clock event over running time is always the same.
     */
    public long rateNanos(int event) {
        return clock[event] ? wallDeltaNanos : runDeltaNanos;
    }

    /**
     * Properties of a period, as bits. The lower bits come from the sampler ({@link Flag}); the others are derived.
     */
    public static final class PeriodFlag {
        public static final int LOST = Flag.LOST;
        public static final int THROTTLED = Flag.THROTTLED;
        public static final int LATE = Flag.LATE;
        public static final int DERIVED = Flag.DERIVED;
        /** Longer than 1.5 nominal periods: the reference project's threshold for discarding a line. */
        public static final int IRREGULAR = 1 << 16;
        /** Polled, and nothing ran since the previous poll. */
        public static final int REPEATED = 1 << 17;
        /** The rest of a task after its last sample: its counts belong to the totals, but it is not a period. */
        public static final int CLOSE = 1 << 18;

        /**
         * The difference of at least one counter is more than a CPU can count: that event has no count in this period.
         */
        public static final int FAULT = 1 << 19;

        private PeriodFlag() {
        }
    }
}
