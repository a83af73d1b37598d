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
 * The states of each task over time, from the context-switch records of a recording.
 *
 * <p>When a task leaves its CPU, Linux records whether it was still able to run (PERF_RECORD_MISC_SWITCH_OUT_PREEMPT,
 * perf_event_open(2)). Such a task is ready, as is a new task. Any other task off its CPU waits.
 */
public final class Scheduling {
    /** The state of a task. */
    public enum State {
        ON_CPU("running"),
        /** Able to run, but another task has the CPU. */
        READY("ready"),
        /** Waiting for a lock, a device, a child, a timer or another event. */
        WAITING("waiting");

        private final String words;

        State(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /**
     * A receiver of all intervals, per task in the order of time. Times are CLOCK_MONOTONIC, ns. {@link Kind#ALL_TASKS}
     * is the program: on a CPU if any of its tasks is, otherwise ready if any of its tasks is, otherwise waiting.
     */
    @FunctionalInterface
    public interface Visitor {
        void interval(int task, State state, long fromNanos, long toNanos);
    }

    /**
     * The times of one task, s.
     *
     * @param task serial number in the recording
     * @param tid thread id
     * @param name last name of the task
     * @param onCpuS time on a CPU, s
     * @param readyS time off the CPUs while able to run, s
     * @param waitingS waiting time, s
     * @param switches number of times that it left a CPU
     * @param preemptions number of these switches at which it was still able to run
     * @param clockS time by the task clock, s; null if the recording has no times of single tasks (polling)
     * @param counterLoadingS mean time in which the kernel loads and unloads counters at a switch, s; null if it is
     *     unknown. The task clock includes this time. The records of switches exclude it: they are written after
     *     loading and before unloading. So a task is on its CPU at most this much earlier and later than its records
     */
    public record TaskTimes(int task, int tid, String name, @JsonProperty("on_cpu_s") double onCpuS,
            @JsonProperty("ready_s") double readyS, @JsonProperty("waiting_s") double waitingS, long switches,
            long preemptions, @JsonProperty("clock_s") Double clockS,
            @JsonProperty("counter_loading_s") Double counterLoadingS) {
        /** Returns the times with other times off the CPUs, s; the rest of them was on a CPU. */
        TaskTimes withOff(double ready, double waiting) {
            return new TaskTimes(task, tid, name, onCpuS + readyS + waitingS - ready - waiting, ready, waiting,
                    switches, preemptions, clockS, counterLoadingS);
        }
    }

    private static final State[] STATES = State.values();

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

    /** The state of the program over time, from the number of its tasks in each state. */
    private final class Program {
        final int[] tasks = new int[STATES.length];
        final long[] nanos = new long[STATES.length];
        State state;
        long since = Long.MIN_VALUE;

        /**
         * Moves a task from one state to another; null if its state is not known yet, or if it has ended. A state that
         * becomes known later begins at most with the program's present state.
         */
        void move(State from, State to, long wall) {
            if (from != null) {
                tasks[from.ordinal()]--;
            }
            if (to != null) {
                tasks[to.ordinal()]++;
            }
            State next = null;
            for (int s = tasks.length - 1; s >= 0; s--) {
                next = tasks[s] > 0 ? STATES[s] : next;
            }
            if (next == state) {
                return;
            }
            long at = Math.max(wall, since);
            if (state != null && at > since) {
                nanos[state.ordinal()] += at - since;
                visitor.interval(Kind.ALL_TASKS, state, since, at);
            }
            since = at;
            state = next;
        }
    }

    private final Map<Integer, Entry> entries = new LinkedHashMap<>();
    private final Visitor visitor;
    private final Program program = new Program();
    private boolean isStopped;
    private long last;
    private long lastIntervalEnd = Long.MIN_VALUE;

    /** @param visitor receives each interval as soon as its end is known */
    public Scheduling(Visitor visitor) {
        this.visitor = visitor;
    }

    /** Returns whether context switches were requested for the recording. */
    public static boolean recorded(Recording recording) {
        return recording.metadata().json().path("switches").asBoolean(false);
    }

    /** Processes the next record of the file, of any kind. */
    public void record(Cursor c) {
        if (isStopped) {
            return;
        }
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

    /** Ends the open intervals after the last record. */
    public void finish() {
        for (Entry e : entries.values()) {
            if (e.state == null && e.parent == Kind.ALL_TASKS && !e.ended) {
                set(e, State.WAITING, e.since); // an attached task without any record of activity
            }
            ended(e, last);
        }
    }

    /**
     * Returns the times per task between the records of switches, in descending order of CPU time, after
     * {@link #finish}.
     *
     * @param perTask whether the recording has samples of single tasks, which contain their clocks
     */
    public List<TaskTimes> times(boolean perTask) {
        List<TaskTimes> times = new ArrayList<>();
        for (Entry e : entries.values()) {
            Double loading = perTask && e.switches > 0
                    ? (Double) (Math.max(0, e.clockNanos - e.nanos[0]) / 1e9 / e.switches)
                    : null;
            times.add(new TaskTimes(e.task, e.tid, e.name, e.nanos[0] / 1e9, e.nanos[1] / 1e9, e.nanos[2] / 1e9,
                    e.switches, e.preemptions, perTask ? (Double) (e.clockNanos / 1e9) : null, loading));
        }
        times.sort(Comparator.comparingDouble(TaskTimes::onCpuS).reversed());
        return List.copyOf(times);
    }

    /** Returns the time of the program in each state, in the order of {@link State}, ns, after {@link #finish}. */
    long[] programNanos() {
        return program.nanos.clone();
    }

    /** Returns whether the recording of switches stopped because they were too frequent. Then no times are known. */
    boolean isStopped() {
        return isStopped;
    }

    /** Returns the end of the last interval, CLOCK_MONOTONIC, ns; {@link Long#MIN_VALUE} if there is none. */
    long lastIntervalEnd() {
        return lastIntervalEnd;
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

    /** Updates the clock of a task. The enabled time of a series is that of the task on all CPUs. */
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
            set(e, State.READY, e.since);
        }
    }

    private void named(Cursor c) {
        Entry e = entry(c);
        e.name = c.name();
        if (c.cpu() != Kind.ALL_CPUS) {
            running(e, c.wallNanos()); // it named itself
        }
    }

    /** Sets the state of a task whose previous state is unknown. */
    private void running(Entry e, long wall) {
        if (e.state == null && !e.ended) {
            set(e, State.ON_CPU, wall);
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
            set(e, out ? State.ON_CPU : State.WAITING, e.since); // since its first record
        }
        close(e, c.wallNanos());
        set(e, !out ? State.ON_CPU : preempted ? State.READY : State.WAITING, c.wallNanos());
        e.switches += out ? 1 : 0;
        e.preemptions += preempted ? 1 : 0;
        isStopped = (c.flags() & Flag.STOPPED) != 0;
    }

    private void ended(Entry e, long wall) {
        if (!e.ended && e.state != null) {
            close(e, wall);
            program.move(e.state, null, wall);
        }
        e.ended = true;
    }

    private void set(Entry e, State next, long wall) {
        program.move(e.state, next, wall);
        e.state = next;
    }

    private void close(Entry e, long wall) {
        if (wall > e.since) {
            e.nanos[e.state.ordinal()] += wall - e.since;
            visitor.interval(e.task, e.state, e.since, wall);
            lastIntervalEnd = Math.max(lastIntervalEnd, wall);
        }
        e.since = Math.max(e.since, wall);
    }
}
