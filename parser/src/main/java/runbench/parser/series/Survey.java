package runbench.parser.series;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import runbench.parser.record.Cursor;
import runbench.parser.record.Kind;
import runbench.parser.record.Kind.Flag;
import runbench.parser.record.Recording;
import runbench.parser.series.SeriesTable.SeriesIndex;

/**
 * The first pass over a recording, in the order of the file. It reads only the clocks: the extent of each series, and
 * the times of tasks on the CPUs. It is much faster than the pass that computes {@linkplain Periods the periods}. That
 * pass requires the multiplexed groups, and the approximate length for its buckets.
 */
final class Survey {
    private static final int RUN = 0;
    private static final int ENABLED = 1;
    private static final int RUNNING = 2;
    /** Running time that may be missing after the last record of the series. */
    private static final int OPEN = 3;
    /** The running time, including derived closes. */
    private static final int REACHED = 4;
    private static final int WIDTH = 5;

    /**
     * Sums over the series of one group.
     *
     * @param running time on the counters, ns
     * @param whole time in which the group could have counted, ns
     * @param open time that may be missing, ns
     * @param runNanos running time of its tasks, ns
     */
    record GroupTimes(long running, long whole, long open, long runNanos) {
        static final GroupTimes NONE = new GroupTimes(0, 0, 0, 0);

        GroupTimes plus(TaskTimes t) {
            return new GroupTimes(running + t.running, whole + Math.max(t.run, t.enabled), open + t.open,
                    runNanos + t.reached);
        }
    }

    /** The enabled times of tasks over all CPUs. */
    private final SeriesIndex tasks = new SeriesIndex();
    private long[] enabledOfTask = new long[16];
    /**
     * Per group, the sum of its records' increments on the larger of both clocks: the running time of multiplexed
     * groups, ns.
     */
    private final long[] advanced = new long[256];

    /** The times of one task in one group. The enabled time is the maximum over its CPUs, the others are sums. */
    private static final class TaskTimes {
        long run;
        long enabled;
        long running;
        long open;
        long reached;
    }

    private final SeriesIndex series = new SeriesIndex();
    private final long nominal;
    private final Scheduling scheduling;
    private final GroupTimes[] groups = new GroupTimes[256];
    private long[] times = new long[16 * WIDTH];
    private long wallEnd = Long.MIN_VALUE;
    private int startedTasks;

    private Survey(Recording recording) {
        nominal = Math.max(0, recording.metadata().periodNanos());
        scheduling = Scheduling.recorded(recording) ? new Scheduling((task, state, from, to) -> {}) : null;
    }

    static Survey of(Recording recording) {
        Survey survey = new Survey(recording);
        Cursor c = recording.cursor();
        while (c.next()) {
            survey.record(c);
        }
        survey.addUp();
        if (survey.scheduling != null) {
            survey.scheduling.finish();
        }
        return survey;
    }

    /**
     * Returns the time of the last record that ends a period, CLOCK_MONOTONIC, ns; {@link Long#MIN_VALUE} if there is
     * none.
     */
    long wallEnd() {
        return wallEnd;
    }

    GroupTimes group(int group) {
        return groups[group] == null ? GroupTimes.NONE : groups[group];
    }

    /** Returns the running time of a multiplexed group, whose own clock may stop while another group counts, ns. */
    long advanced(int group) {
        return advanced[group];
    }

    /** Returns the states of the tasks; empty if context switches were not recorded, or not to the end. */
    Optional<Scheduling> scheduled() {
        return Optional.ofNullable(scheduling).filter(s -> !s.isStopped());
    }

    /** Returns whether the recording of context switches stopped because they were too frequent. */
    boolean isStopped() {
        return scheduling != null && scheduling.isStopped();
    }

    /** Returns the number of recorded starts of tasks, including those that existed at the start. */
    int tasks() {
        return startedTasks;
    }

    /**
     * Returns the end of the last interval of any task, CLOCK_MONOTONIC, ns; {@link Long#MIN_VALUE} if there is none.
     */
    long scheduledUntil() {
        return scheduling == null ? Long.MIN_VALUE : scheduling.lastIntervalEnd();
    }

    private void record(Cursor c) {
        int kind = c.kind();
        if (scheduling != null) {
            scheduling.record(c);
        }
        startedTasks += kind == Kind.TASK ? 1 : 0;
        if (kind == Kind.SAMPLE || kind == Kind.CLOSE) {
            wallEnd = Math.max(wallEnd, c.wallNanos());
            clocks(c, kind == Kind.CLOSE, (c.flags() & Flag.DERIVED) != 0);
        } else if (kind == Kind.READING) {
            wallEnd = Math.max(wallEnd, c.wallNanos());
        }
    }

    private void clocks(Cursor c, boolean close, boolean derived) {
        int at = WIDTH * series.of(c.group(), c.task(), c.cpu());
        if (at + WIDTH > times.length) {
            times = Arrays.copyOf(times, 2 * times.length);
        }
        long run = c.runNanos();
        advanced[c.group()] += Math.max(run - times[at + REACHED], advanceEnabled(c));
        times[at + REACHED] = Math.max(times[at + REACHED], run);
        times[at + OPEN] = close && !derived ? 0 : nominal;
        if (close && derived) {
            return;
        }
        times[at + RUN] = Math.max(times[at + RUN], run);
        times[at + ENABLED] = Math.max(times[at + ENABLED], c.enabledNanos());
        times[at + RUNNING] = Math.max(times[at + RUNNING], c.runningNanos());
    }

    private long advanceEnabled(Cursor c) {
        int task = tasks.of(c.group(), c.task(), 0);
        if (task >= enabledOfTask.length) {
            enabledOfTask = Arrays.copyOf(enabledOfTask, 2 * task);
        }
        long step = Math.max(0, c.enabledNanos() - enabledOfTask[task]);
        enabledOfTask[task] += step;
        return step;
    }

    private void addUp() {
        Map<Long, TaskTimes> tasks = new HashMap<>(); // by group in the upper half, task in the lower half
        series.forEach((number, group, task) -> {
            TaskTimes sum = tasks.computeIfAbsent((long) group << Integer.SIZE | Integer.toUnsignedLong(task),
                    t -> new TaskTimes());
            int at = WIDTH * number;
            sum.run += times[at + RUN];
            sum.running += times[at + RUNNING];
            sum.open += times[at + OPEN];
            sum.reached += times[at + REACHED];
            sum.enabled = Math.max(sum.enabled, times[at + ENABLED]);
        });
        tasks.forEach((key, sum) -> {
            int group = (int) (key >> Integer.SIZE);
            groups[group] = group(group).plus(sum);
        });
    }
}
