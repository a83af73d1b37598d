package runbench.cli.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import runbench.base.error.RunbenchException;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.series.Scheduling;
import runbench.parser.series.TaskInfo;
import runbench.parser.stats.RunSummary;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;

/** Panels about single tasks: when they were on a CPU, and what was counted in each. */
final class TaskPanels {
    private static final int ROWS = 8;
    private static final int ROW_PIXELS = 18;
    private static final List<String> STATES = Arrays.stream(Scheduling.State.values()).map(Scheduling.State::words).toList();

    private TaskPanels() {
    }

    /** On CPU, preempted, waiting: a strip for each of the tasks that ran longest, over wall time. */
    static void addSchedule(Figure figure, Periods periods, RunSummary summary, Axis axis, int buckets) {
        if (summary.scheduling() == null || summary.scheduling().isEmpty()) {
            return;
        }
        List<Scheduling.TaskTimes> tasks = summary.scheduling().stream().limit(ROWS).toList();
        Map<Integer, Integer> rows = new HashMap<>();
        for (int i = 0; i < tasks.size(); i++) {
            rows.put(tasks.get(i).task(), i);
        }
        long[] end = {periods.startWallNanos() + 1};
        Scheduling.forEach(periods.recording(), (task, state, from, to) -> end[0] = Math.max(end[0], to));
        double length = (end[0] - periods.startWallNanos()) / 1e9;
        double width = length / buckets;
        double[][][] time = new double[tasks.size()][buckets][STATES.size()];
        Scheduling.forEach(periods.recording(), (task, state, from, to) -> {
            Integer row = rows.get(task);
            if (row != null) {
                spread(time[row], state.ordinal(), (from - periods.startWallNanos()) / 1e9, (to - periods.startWallNanos()) / 1e9, width);
            }
        });
        String more = summary.scheduling().size() > ROWS ? "the " + ROWS + " that ran longest of " + summary.taskCount() : "";
        Panel panel = Panel.of("Tasks", Scale.names("", tasks.stream().map(t -> t.name() + " " + t.tid()).toList()))
                .detail("what each did most of the time, in buckets of " + Units.nanos(width * 1e9)).remark(more)
                .height(Math.max(2, tasks.size()) * ROW_PIXELS)
                .strip(strip(time, width));
        // Over wall time it shares the axis of the panels above it, so that one can be read against the other.
        figure.add(axis == Axis.WALL_TIME ? panel : panel.x(Scale.linear(Axis.WALL_TIME.label() + " (s)").between(0, length)));
    }

    private static void spread(double[][] time, int state, double from, double to, double width) {
        int first = (int) Math.max(0, Math.min(time.length - 1, from / width));
        int last = (int) Math.max(0, Math.min(time.length - 1, to / width));
        for (int b = first; b <= last; b++) {
            time[b][state] += Math.max(0, Math.min(to, (b + 1) * width) - Math.max(from, b * width));
        }
    }

    /** Neighbouring buckets of the same state become one interval. */
    private static Strip strip(double[][][] time, double width) {
        List<double[]> intervals = new ArrayList<>(); // row, start, end, kind
        for (int row = 0; row < time.length; row++) {
            double[] open = null;
            for (int b = 0; b < time[row].length; b++) {
                int kind = -1;
                for (int s = 0; s < STATES.size(); s++) {
                    kind = time[row][b][s] > 0 && (kind < 0 || time[row][b][s] > time[row][b][kind]) ? s : kind;
                }
                if (open != null && open[3] == kind) {
                    open[2] = (b + 1) * width;
                } else {
                    open = kind < 0 ? null : new double[] {row, b * width, (b + 1) * width, kind};
                    if (open != null) {
                        intervals.add(open);
                    }
                }
            }
        }
        return new Strip(intervals.stream().mapToInt(i -> (int) i[0]).toArray(), intervals.stream().mapToDouble(i -> i[1]).toArray(),
                intervals.stream().mapToDouble(i -> i[2]).toArray(), intervals.stream().mapToInt(i -> (int) i[3]).toArray(), STATES);
    }

    /** @throws RunbenchException exit code 2 where tasks were only counted together */
    static void requireSamplesOfTasks(Periods periods, RunSummary summary) {
        if (periods.recording().metadata().polled() && summary.taskCount() > 1) {
            throw RunbenchException.badInput("--by-task: the counters of this recording were polled, which reads all of its "
                            + summary.taskCount() + " tasks together: there are no samples of a single task")
                    .remedy("leave --by-task out, or record again with --mode kernel and a period of 10 ms or less (Linux 6.12 or later)");
        }
    }

    /** One panel per event with a line for each of the tasks that ran longest. */
    static void addLines(Figure figure, Periods periods, RunSummary summary, Axis axis, int buckets, int count) {
        List<TaskInfo> tasks = summary.tasks().stream().limit(count).toList();
        List<List<Envelope>> lines = Envelopes.ofTasks(periods, axis, buckets, tasks.stream().mapToInt(TaskInfo::task).toArray());
        int events = lines.isEmpty() ? 0 : lines.get(0).size();
        for (int e = 0; e < events; e++) {
            Envelope first = lines.get(0).get(e);
            double[] edges = new double[first.buckets() + 1];
            Arrays.setAll(edges, i -> i == first.buckets() ? first.end() : first.origin() + i * first.bucketWidth());
            Panel panel = Panel.of(first.event() + " by task", Scale.linear(first.rateUnit()).startingAtZero().si(""))
                    .detail("per second of the task's own running time");
            for (int t = 0; t < tasks.size(); t++) {
                String name = periods.recording().metadata().cpuWide() ? tasks.get(t).name() : tasks.get(t).name() + " " + tasks.get(t).tid();
                double[] mean = lines.get(t).get(e).mean();
                double[] steps = Arrays.copyOf(mean, mean.length + 1);
                steps[mean.length] = mean[mean.length - 1];
                panel.steps(name, edges, steps, Ink.series(t));
            }
            figure.add(panel);
        }
    }
}
