package runbench.parser.simpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.ArrayList;
import java.util.List;

/**
 * Which intervals stand for an emulated run, placed along it: for its summary, chart and page. Places are on the run's
 * axis, in 10^6 instructions of all tasks.
 *
 * @param error asked for: half of the interval's width, relative
 * @param confidence of the interval
 * @param taskCount how many tasks have vectors
 * @param tasks those with most instructions, at most {@value #MOST_TASKS}, the one with most first
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record PlacedIntervals(double error, double confidence, int taskCount, List<OfTask> tasks) {
    static final int MOST_TASKS = 4;
    private static final double UNIT = 1e6;

    /**
     * Of one task.
     *
     * @param task its number in the recording
     * @param intervals how many it has
     * @param length instructions of an interval; the last one is shorter
     * @param instructions of all
     * @param measured how many of them were drawn to be measured
     * @param clusters of intervals that are alike
     * @param representatives where the interval is that stands for each cluster
     * @param estimates the event that the error was asked of comes first
     * @param course which cluster was executed when
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
     * Stretches of one cluster, in order and without gaps between them; what other tasks executed in between is a part
     * of them.
     *
     * @param edges where they begin, and the end of the last: one more than clusters
     * @param clusters of each
     */
    public record Course(List<Double> edges, List<Integer> clusters) {}

    /** @param courses of all tasks of the report */
    public static PlacedIntervals of(IntervalReport report, TaskCourses courses) {
        return new PlacedIntervals(report.error(), report.confidence(), report.tasks().size(),
                report.tasks().stream().limit(MOST_TASKS).map(t -> of(t, courses.of(t.task()))).toList());
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
