package runbench.parser.simpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.ArrayList;
import java.util.List;
import runbench.parser.simpoint.IntervalReport.IntervalCluster;
import runbench.parser.simpoint.IntervalReport.TaskIntervals;

/**
 * The representative intervals of an emulated run and their positions along it, for its summary, chart and page.
 * Positions are on the run's axis, in 10^6 instructions of all tasks.
 *
 * @param error requested error: half of the interval's width, relative
 * @param confidence confidence of the interval, 0..1
 * @param taskCount number of tasks that have vectors
 * @param tasks tasks with most instructions, at most {@value #MAX_TASKS}, in descending order
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record PlacedIntervals(double error, double confidence, int taskCount, List<OfTask> tasks) {
    static final int MAX_TASKS = 4;
    private static final double UNIT = 1e6;

    /**
     * The intervals of one task.
     *
     * @param task number of the task in the recording
     * @param intervals number of intervals
     * @param length instructions per interval; the last one is shorter
     * @param instructions instructions of all intervals
     * @param measured number of intervals that were drawn to be measured
     * @param clusters clusters of similar intervals
     * @param representatives position of the representative interval of each cluster
     * @param estimates estimates of the events, first the event to which the requested error applies
     * @param course sequence of clusters along the run
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record OfTask(int task, int intervals, long length, long instructions, int measured,
            List<IntervalCluster> clusters, List<Place> representatives, List<EventEstimate> estimates, Course course) {
        @JsonProperty("measured_share")
        public double measuredShare() {
            return (double) measured / intervals;
        }
    }

    public record Place(double from, double to) {}

    /**
     * The sequence of clusters along the run, without gaps. Each stretch belongs to one cluster and includes the
     * instructions that other tasks executed during it.
     *
     * @param edges start of each stretch, and the end of the last one: one more than clusters
     * @param clusters cluster of each stretch
     */
    public record Course(List<Double> edges, List<Integer> clusters) {}

    /**
     * Returns the positions of the intervals of a report.
     *
     * @param courses courses of all tasks of the report
     */
    public static PlacedIntervals of(IntervalReport report, TaskCourses courses) {
        return new PlacedIntervals(report.error(), report.confidence(), report.tasks().size(),
                report.tasks().stream().limit(MAX_TASKS).map(t -> of(t, courses.of(t.task()))).toList());
    }

    private static OfTask of(TaskIntervals t, TaskCourse course) {
        List<Place> representatives = t.clusters()
                .stream()
                .map(c -> new Place(course.begins(t.starts().get(c.representative())) / UNIT,
                        course.ends(end(t, c.representative())) / UNIT))
                .toList();
        List<Double> edges = new ArrayList<>();
        List<Integer> clusters = new ArrayList<>();
        for (int i = 0; i < t.intervals(); i++) {
            if (i == 0 || !t.clusterOf().get(i).equals(t.clusterOf().get(i - 1))) {
                edges.add(course.begins(t.starts().get(i)) / UNIT);
                clusters.add(t.clusterOf().get(i));
            }
        }
        edges.add(course.ends(t.instructions()) / UNIT);
        return new OfTask(t.task(), t.intervals(), t.length(), t.instructions(), t.measured().size(), t.clusters(),
                representatives, t.estimates(), new Course(edges, clusters));
    }

    private static long end(TaskIntervals t, int interval) {
        return interval + 1 < t.intervals() ? t.starts().get(interval + 1) : t.instructions();
    }
}
