package runbench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Units;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.series.ScheduleBuckets;
import runbench.parser.series.Scheduling;
import runbench.parser.series.SeriesReport.TaskInfo;
import runbench.parser.stats.RunSummary;
import runbench.plotter.figure.Figure;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;
import runbench.plotter.theme.Ink;

/** The panels of individual tasks: their CPU states and their counts. */
public final class TaskPanels {
    /** Maximum number of tasks in the schedule panel. */
    public static final int ROWS = 8;
    private static final int ROW_PIXELS = 18;
    private static final List<String> STATES = Arrays.stream(Scheduling.State.values())
            .map(Scheduling.State::words)
            .toList();

    private TaskPanels() {
    }

    /**
     * Adds a strip of CPU states (running, ready, waiting) for each of the longest running tasks, over wall time. Of
     * several tasks, the first strip is that of the program.
     */
    static void addSchedule(Figure figure, ScheduleBuckets schedule, RunSummary summary, Axis axis, Abscissa x) {
        List<Scheduling.TaskTimes> tasks = schedule.tasks();
        double width = schedule.widthSeconds();
        String more = schedule.all() > ROWS ? "the " + ROWS + " longest running of " + summary.taskCount() : "";
        boolean several = schedule.all() > 1;
        List<String> names = Stream
                .concat(several ? Stream.of("any task") : Stream.of(),
                        tasks.stream().map(t -> t.name() + " " + t.tid()))
                .toList();
        double[][][] rows = Stream
                .concat(several ? Stream.<double[][]>of(schedule.program()) : Stream.of(),
                        Arrays.stream(schedule.seconds()))
                .toArray(double[][][]::new);
        Panel panel = Panel.of("Tasks", Scale.names("", names))
                .detail("most frequent state, in buckets of " + Units.nanos(width * 1e9))
                .remark(more)
                .height(Math.max(2, names.size()) * ROW_PIXELS)
                .strip(strip(rows, width, axis == Axis.WALL_TIME ? x : Abscissa.own(Axis.WALL_TIME)));
        // Over wall time the panel shares the axis of the panels above it.
        figure.add(axis == Axis.WALL_TIME ? panel
                : panel.x(Scale.linear(Axis.WALL_TIME.label() + " (s)").between(0, schedule.lengthSeconds())));
    }

    /** Returns the states of the program over wall time. */
    public static Strip ofProgram(ScheduleBuckets schedule) {
        return strip(new double[][][]{schedule.program()}, schedule.widthSeconds(), Abscissa.own(Axis.WALL_TIME));
    }

    /** Joins neighbouring buckets of the same state. */
    private static Strip strip(double[][][] time, double width, Abscissa x) {
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
                    open = kind < 0 ? null : new double[]{row, b * width, (b + 1) * width, kind};
                    if (open != null) {
                        intervals.add(open);
                    }
                }
            }
        }
        return new Strip(intervals.stream().mapToInt(i -> (int) i[0]).toArray(),
                intervals.stream().mapToDouble(i -> x.at(i[1])).toArray(),
                intervals.stream().mapToDouble(i -> x.at(i[2])).toArray(),
                intervals.stream().mapToInt(i -> (int) i[3]).toArray(), STATES);
    }

    /**
     * Rejects recordings without samples of individual tasks.
     *
     * @throws RunbenchException exit code 2 if the tasks were only counted together
     */
    public static void requireSamplesOfTasks(Periods periods, RunSummary summary) {
        if (periods.recording().metadata().polled() && summary.taskCount() > 1) {
            throw RunbenchException
                    .badInput("--by-task: this recording's counters were polled, which reads all " + summary.taskCount()
                            + " tasks together, so there are no samples of individual tasks")
                    .remedy("omit --by-task, or record again with --mode kernel and a period of 10 ms or less (Linux "
                            + "6.12 or later)");
        }
    }

    /** Adds one panel per event with a line for each of the longest running tasks. */
    public static void addLines(Figure figure, Periods periods, RunSummary summary, Axis axis, int buckets, int count,
            Abscissa x) {
        List<TaskInfo> tasks = summary.tasks().stream().limit(count).toList();
        List<List<Envelope>> lines = Envelopes.ofTasks(periods, axis, buckets,
                tasks.stream().mapToInt(TaskInfo::task).toArray());
        int events = lines.isEmpty() ? 0 : lines.get(0).size();
        for (int e = 0; e < events; e++) {
            Envelope first = lines.get(0).get(e);
            double[] edges = x.edges(first);
            Panel panel = Panel.of(first.event() + " by task", Scale.linear(first.rateUnit()).startingAtZero().si(""))
                    .detail(periods.recording().metadata().cpuWide() ? "each CPU by itself" : "each task by itself");
            for (int t = 0; t < tasks.size(); t++) {
                String name = periods.recording().metadata().cpuWide() ? tasks.get(t).name()
                        : tasks.get(t).name() + " " + tasks.get(t).tid();
                double[] mean = lines.get(t).get(e).mean();
                double[] steps = Arrays.copyOf(mean, mean.length + 1);
                steps[mean.length] = mean[mean.length - 1];
                panel.steps(name, edges, steps, Ink.series(t));
            }
            figure.add(panel);
        }
    }
}
