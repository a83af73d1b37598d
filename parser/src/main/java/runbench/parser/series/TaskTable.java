package runbench.parser.series;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.parser.record.Cursor;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Kind;
import runbench.parser.series.Period.PeriodFlag;
import runbench.parser.series.SeriesReport.TaskInfo;

/** The tasks of a recording and their totals. Memory grows with the number of tasks. */
final class TaskTable {
    private static final String PARTLY = "running time and counts are of the time in which counting was enabled";
    private static final String TOGETHER = "not counted apart: polling reads the counters of all tasks together, "
            + "and no final counts of this one came";

    private final Map<Integer, Entry> entries = new LinkedHashMap<>();
    private final List<EventInfo> events;
    private Entry recent;

    TaskTable(List<EventInfo> events) {
        this.events = events;
    }

    private static final class Entry {
        final int task;
        final long[] counts;
        int tid;
        int pid = -1;
        int parent = Kind.ALL_TASKS;
        String name = "";
        long start = Long.MIN_VALUE;
        long end = Long.MIN_VALUE;
        long run;
        long periods;
        /**
         * The task's own final counts in a recording whose samples cover all tasks together; null if there are none.
         */
        long[] finalCounts;
        long finalRun;

        Entry(int task, int tid, int events) {
            this.task = task;
            this.tid = tid;
            counts = new long[events];
        }
    }

    private Entry entry(int task, int tid) {
        if (recent == null || recent.task != task) {
            recent = entries.computeIfAbsent(task, t -> new Entry(t, tid, events.size()));
        }
        return recent;
    }

    void started(Cursor record) {
        Entry e = entry(record.task(), record.tid());
        e.tid = record.tid();
        e.pid = record.pid();
        e.parent = record.parentTask();
        Entry parent = entries.get(e.parent);
        if (parent != null && e.name.isEmpty()) {
            e.name = parent.name; // until it calls exec or sets its name, a task has its parent's name
        }
        e.start = record.wallNanos();
    }

    void named(Cursor record) {
        entry(record.task(), record.tid()).name = record.name();
    }

    void ended(Cursor record) {
        entry(record.task(), record.tid()).end = record.wallNanos();
    }

    /** Returns the wall time at which a task appeared, ns; {@code otherwise} if it is unknown. */
    long startOf(int task, int tid, long otherwise) {
        Entry e = entry(task, tid);
        return e.start == Long.MIN_VALUE ? otherwise : e.start;
    }

    /**
     * Adds a period to its task.
     *
     * @param leadingGroup whether the period belongs to the group whose running time is the axis
     */
    void add(Period p, boolean leadingGroup) {
        Entry e = entry(p.task, p.tid);
        if (leadingGroup) {
            e.run += p.runDeltaNanos;
            e.periods += p.is(PeriodFlag.CLOSE) ? 0 : 1;
        }
        for (int i : p.about()) {
            e.counts[i] += p.count(i);
        }
    }

    /**
     * Adds the final counts of a task.
     *
     * @param leadingGroup whether the counts belong to the group whose running time is the axis
     */
    void addFinalCounts(Cursor record, boolean leadingGroup) {
        Entry e = entry(record.task(), record.tid());
        if (e.finalCounts == null) {
            e.finalCounts = new long[events.size()];
        }
        e.finalRun += leadingGroup ? record.runNanos() : 0;
        for (int i = 0; i < e.finalCounts.length; i++) {
            if (events.get(i).group() == record.group()) {
                for (int v : events.get(i).values()) {
                    e.finalCounts[i] += record.value(v);
                }
            }
        }
    }

    /**
     * Returns all tasks in the order of appearance.
     *
     * @param startWall start of the run, wall time, ns
     * @param together whether each sample covers all tasks and is recorded for one of them
     * @param partly whether the counters may have been disabled while a task ran
     */
    List<TaskInfo> tasks(long startWall, boolean together, boolean partly) {
        List<TaskInfo> tasks = new ArrayList<>();
        boolean unknown = together && entries.size() > 1;
        for (Entry e : entries.values()) {
            boolean told = unknown && e.finalCounts != null;
            Map<String, Long> counts = counts(told ? e.finalCounts : e.counts);
            tasks.add(new TaskInfo(e.task, e.tid, e.pid, e.parent, e.name, seconds(e.start, startWall),
                    seconds(e.end, startWall),
                    told ? (Double) (e.finalRun / 1e9) : unknown ? null : (Double) (e.run / 1e9),
                    unknown ? 0 : e.periods, unknown && !told ? null : counts,
                    unknown && !told ? TOGETHER : partly ? PARTLY : null));
        }
        return List.copyOf(tasks);
    }

    private Map<String, Long> counts(long[] of) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (int i = 0; i < of.length; i++) {
            if (events.get(i).counted()) {
                counts.put(events.get(i).name(), of[i]);
            }
        }
        return Collections.unmodifiableMap(counts);
    }

    private static Double seconds(long wall, long startWall) {
        return wall == Long.MIN_VALUE ? null : (Double) ((wall - startWall) / 1e9);
    }
}
