package runbench.parser.simpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import runbench.parser.simpoint.IntervalReport.IntervalCluster;
import runbench.parser.simpoint.IntervalReport.TaskIntervals;
import runbench.parser.simpoint.PlacedIntervals.OfTask;
import runbench.parser.simpoint.PlacedIntervals.Place;

/** Two tasks by turns: each task's own instructions are in another place of the run. */
class PlacedIntervalsTest {
    private static final long M = 1_000_000;

    /** Task 1 executes 4 M, task 2 then 10 M, task 1 2 M more. */
    private static TaskCourse interrupted() {
        TaskCourse course = new TaskCourse();
        course.add(3 * M, 3 * M);
        course.add(M, 4 * M);
        course.add(2 * M, 16 * M);
        return course;
    }

    @Test
    void anIntervalBeginsBehindWhatOthersExecuteInBetween() {
        TaskCourse course = interrupted();
        assertThat(course.begins(0)).isZero();
        assertThat(course.begins(3 * M)).isEqualTo(3 * M);
        assertThat(course.ends(4 * M)).as("before the other task").isEqualTo(4 * M);
        assertThat(course.begins(4 * M)).as("behind it").isEqualTo(14 * M);
        assertThat(course.ends(6 * M)).isEqualTo(16 * M);
        assertThat(course.begins(9 * M)).as("beyond the end").isEqualTo(16 * M);
        assertThat(new TaskCourse().begins(5)).as("of a task without samples").isZero();
    }

    @Test
    void stretchesOfOneClusterAndTheirRepresentativesLieOnTheAxisOfTheRun() {
        List<IntervalCluster> clusters = List.of(new IntervalCluster(0, 2, 2 / 3.0, 1, 2 * M, "f"),
                new IntervalCluster(1, 1, 1 / 3.0, 2, 4 * M, "g"));
        TaskIntervals t = new TaskIntervals(1, 3, 2 * M, 6 * M, 9, List.of(0L, 2 * M, 4 * M), List.of(0, 0, 1),
                clusters, List.of(0, 2), List.of(), null);
        IntervalReport report = new IntervalReport(0.03, 0.95, 15, List.of(), 0.25, List.of(t));
        OfTask placed = PlacedIntervals.of(report, TaskCourses.of(Map.of(1, interrupted()))).tasks().get(0);
        assertThat(placed.course()).isEqualTo(new PlacedIntervals.Course(List.of(0.0, 14.0, 16.0), List.of(0, 1)));
        assertThat(placed.representatives()).containsExactly(new Place(2, 4), new Place(14, 16));
        assertThat(placed.measured()).isEqualTo(2);
        assertThat(placed.measuredShare()).isEqualTo(2 / 3.0);
    }

    @Test
    void onlyTheTasksWithMostInstructionsAreTold() {
        TaskIntervals t = new TaskIntervals(1, 0, 1, 0, 0, List.of(), List.of(), List.of(), List.of(), List.of(), null);
        PlacedIntervals placed = PlacedIntervals.of(
                new IntervalReport(0.03, 0.95, 15, List.of(), 0.25, List.of(t, t, t, t, t)), TaskCourses.of(Map.of()));
        assertThat(placed.tasks()).hasSize(PlacedIntervals.MAX_TASKS);
        assertThat(placed.taskCount()).isEqualTo(5);
    }
}
