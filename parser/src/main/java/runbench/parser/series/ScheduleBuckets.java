package runbench.parser.series;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.parser.record.Kind;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesCollector.RecordVisitor;

/**
 * The states of the tasks with the most CPU time, in equal buckets of wall time.
 *
 * @param tasks tasks in descending order of CPU time
 * @param all number of all tasks
 * @param lengthSeconds wall time from the start of the run to the end of the last interval of any task, s
 * @param widthSeconds width of a bucket, s
 * @param seconds time per task, bucket and {@linkplain Scheduling.State state}, s
 * @param program time of the program per bucket and state, see {@link Scheduling.Visitor}, s
 */
public record ScheduleBuckets(List<Scheduling.TaskTimes> tasks, int all, double lengthSeconds, double widthSeconds,
        double[][][] seconds, double[][] program) {

    /**
     * Returns a collector of the buckets; empty if the recording contains no context switches.
     *
     * @param periods periods of the recording
     * @param maxTasks maximum number of tasks
     * @param buckets number of buckets
     */
    public static Optional<SeriesCollector<ScheduleBuckets>> collector(Periods periods, int maxTasks, int buckets) {
        return periods.scheduling()
                .filter(tasks -> !tasks.isEmpty())
                .map(tasks -> new Collector(periods, tasks.stream().limit(maxTasks).toList(), tasks.size(), buckets));
    }

    private static final class Collector implements SeriesCollector<ScheduleBuckets> {
        private final ScheduleBuckets found;
        private final Map<Integer, Integer> rows = new HashMap<>();
        private final Scheduling scheduling = new Scheduling(this::interval);
        private final long start;

        Collector(Periods periods, List<Scheduling.TaskTimes> tasks, int all, int buckets) {
            start = periods.startWallNanos();
            for (int i = 0; i < tasks.size(); i++) {
                rows.put(tasks.get(i).task(), i);
            }
            double length = (Math.max(start + 1, periods.scheduledUntilNanos()) - start) / 1e9;
            found = new ScheduleBuckets(tasks, all, length, length / buckets,
                    new double[tasks.size()][buckets][Scheduling.State.values().length],
                    new double[buckets][Scheduling.State.values().length]);
        }

        @Override
        public PeriodVisitor periods() {
            return null;
        }

        @Override
        public RecordVisitor records() {
            return scheduling::record;
        }

        @Override
        public ScheduleBuckets result(SeriesReport report) {
            scheduling.finish();
            return found;
        }

        private void interval(int task, Scheduling.State state, long fromNanos, long toNanos) {
            Integer row = rows.get(task);
            double[][] time = task == Kind.ALL_TASKS ? found.program : row == null ? null : found.seconds[row];
            if (time != null) {
                spread(time, state.ordinal(), (fromNanos - start) / 1e9, (toNanos - start) / 1e9, found.widthSeconds);
            }
        }

        private static void spread(double[][] time, int state, double from, double to, double width) {
            int first = (int) Math.max(0, Math.min(time.length - 1, from / width));
            int last = (int) Math.max(0, Math.min(time.length - 1, to / width));
            for (int b = first; b <= last; b++) {
                time[b][state] += Math.max(0, Math.min(to, (b + 1) * width) - Math.max(from, b * width));
            }
        }
    }
}
