package runbench.parser.series;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.parser.record.Cursor;
import runbench.parser.record.Kind;
import runbench.parser.record.Kind.Flag;
import runbench.parser.record.Recording;

/**
 * When each task was on a CPU, and when it was not and why: from the context-switch records of a recording.
 *
 * <p>Linux says of a task that leaves its CPU whether it was still able to run (PERF_RECORD_MISC_SWITCH_OUT_PREEMPT,
 * perf_event_open(2)); such a task, and one that was just created, is ready; any other waits for something.
 */
public final class Scheduling {
    /** What a task is doing. */
    public enum State {
        ON_CPU("on CPU"),
        /** Able to run, but another task has the CPU. */
        READY("off CPU: preempted"),
        /** For a lock, a device, a child, a timer ... */
        WAITING("off CPU: waiting");

        private final String words;

        State(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** Sees each interval once, per task in the order of time. Times are CLOCK_MONOTONIC, ns. */
    @FunctionalInterface
    public interface Visitor {
        void interval(int task, State state, long fromNanos, long toNanos);
    }

    /**
     * Times of one task, s.
     *
     * @param switches how often it left a CPU
     * @param preemptions how often of these it could have gone on
     * @param clockS its time by the task clock, null where a recording has no times of single tasks (polling)
     */
    public record TaskTimes(int task, int tid, String name, @JsonProperty("on_cpu_s") double onCpuS,
            @JsonProperty("ready_s") double readyS, @JsonProperty("waiting_s") double waitingS, long switches,
            long preemptions, @JsonProperty("clock_s") Double clockS) {
        /**
         * Mean time in which the kernel loads and unloads counters when the task comes to a CPU and leaves it, s; null
         * where it is not known. The task clock counts it, but the records of switches are written after the one and
         * before the other: at most this much earlier and later than those records say was the task really there.
         */
        @JsonProperty("counter_loading_s")
        public Double counterLoadingS() {
            return clockS == null || switches == 0 ? null : (Double) Math.max(0, (clockS - onCpuS) / switches);
        }
    }

    private static final class Entry {
        final int task;
        int tid;
        int parent = Kind.ALL_TASKS;
        String name = "";
        State state;
        long since;
        boolean ended;
        final long[] nanos = new long[State.values().length];
        long switches;
        long preemptions;
        long clockNanos;

        Entry(int task) {
            this.task = task;
        }
    }

    private final Map<Integer, Entry> entries = new LinkedHashMap<>();
    private final Visitor visitor;
    private long last;
    private long until = Long.MIN_VALUE;

    /** @param visitor shown each interval as soon as its end is known */
    public Scheduling(Visitor visitor) {
        this.visitor = visitor;
    }

    /** True when the recording was asked to hold context switches. */
    public static boolean recorded(Recording recording) {
        return recording.metadata().json().path("switches").asBoolean(false);
    }

    /** Takes the next record of the file, of whatever kind. */
    public void record(Cursor c) {
        int kind = c.kind();
        switch (kind) {
            case Kind.TASK -> started(c);
            case Kind.COMM -> named(c);
            case Kind.SAMPLE -> {
                running(entry(c), c.wallNanos());
                clocked(c);
            }
            case Kind.CLOSE -> clocked(c);
            case Kind.SWITCH -> switched(c);
            case Kind.EXIT -> ended(entry(c), c.wallNanos());
            default -> {
            }
        }
        if (kind >= Kind.SAMPLE && kind <= Kind.SWITCH) {
            last = Math.max(last, c.wallNanos());
        }
    }

    /** Behind the last record: ends the intervals that are still open. */
    public void finish() {
        for (Entry e : entries.values()) {
            if (e.state == null && e.parent == Kind.ALL_TASKS && !e.ended) {
                e.state = State.WAITING; // attached to, and never seen to move
            }
            ended(e, last);
        }
    }

    /**
     * Once finished: times per task, those that were on a CPU longest first.
     *
     * @param perTask the recording has samples of single tasks, which bring their clocks
     */
    public List<TaskTimes> times(boolean perTask) {
        List<TaskTimes> times = new ArrayList<>();
        for (Entry e : entries.values()) {
            times.add(new TaskTimes(e.task, e.tid, e.name, e.nanos[0] / 1e9, e.nanos[1] / 1e9, e.nanos[2] / 1e9,
                    e.switches, e.preemptions, perTask ? (Double) (e.clockNanos / 1e9) : null));
        }
        times.sort(Comparator.comparingDouble(TaskTimes::onCpuS).reversed());
        return List.copyOf(times);
    }

    /** CLOCK_MONOTONIC at which the last interval ends, ns; {@link Long#MIN_VALUE} without any. */
    long until() {
        return until;
    }

    private Entry entry(Cursor c) {
        int task = c.task();
        Entry e = entries.get(task);
        if (e == null) {
            e = new Entry(task);
            e.tid = c.tid();
            e.since = c.wallNanos();
            entries.put(task, e);
        }
        return e;
    }

    /** The enabled time of a task's series is the task's on any CPU. */
    private void clocked(Cursor c) {
        Entry e = entries.get(c.task());
        if (e != null) {
            e.clockNanos = Math.max(e.clockNanos, c.enabledNanos());
        }
    }

    private void started(Cursor c) {
        Entry e = entry(c);
        e.tid = c.tid();
        e.parent = c.parentTask();
        e.since = c.wallNanos();
        Entry parent = entries.get(e.parent);
        if (parent != null) {
            e.name = parent.name;
            e.state = State.READY;
        }
    }

    private void named(Cursor c) {
        Entry e = entry(c);
        e.name = c.name();
        if (c.cpu() != Kind.ALL_CPUS) {
            running(e, c.wallNanos()); // it named itself
        }
    }

    /** A first sign of a task of which it is not known what it did before. */
    private void running(Entry e, long wall) {
        if (e.state == null && !e.ended) {
            e.state = State.ON_CPU;
            e.since = wall;
        }
    }

    private void switched(Cursor c) {
        Entry e = entry(c);
        if (e.ended) {
            return;
        }
        boolean out = (c.flags() & Flag.SWITCH_OUT) != 0;
        boolean preempted = (c.flags() & Flag.PREEMPTED) != 0;
        if (e.state == null) {
            e.state = out ? State.ON_CPU : State.WAITING; // since it was first seen
        }
        close(e, c.wallNanos());
        e.state = !out ? State.ON_CPU : preempted ? State.READY : State.WAITING;
        e.switches += out ? 1 : 0;
        e.preemptions += preempted ? 1 : 0;
    }

    private void ended(Entry e, long wall) {
        if (!e.ended && e.state != null) {
            close(e, wall);
        }
        e.ended = true;
    }

    private void close(Entry e, long wall) {
        if (wall > e.since) {
            e.nanos[e.state.ordinal()] += wall - e.since;
            visitor.interval(e.task, e.state, e.since, wall);
            until = Math.max(until, wall);
        }
        e.since = Math.max(e.since, wall);
    }
}
