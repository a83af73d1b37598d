package runbench.parser.simpoint;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import runbench.parser.series.Period;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesReport;

/**
 * The positions of each task's instructions on the axis of an emulated run. They give the positions of the task's
 * intervals.
 */
public final class TaskCourses {
    private static final TaskCourse NOWHERE = new TaskCourse();

    private final Map<Integer, TaskCourse> courses;

    private TaskCourses(Map<Integer, TaskCourse> courses) {
        this.courses = courses;
    }

    /**
     * Returns the courses of the given tasks.
     *
     * @param courses courses by task number
     */
    static TaskCourses of(Map<Integer, TaskCourse> courses) {
        return new TaskCourses(courses);
    }

    /**
     * Returns a collector for a pass over the recording.
     *
     * @param tasks numbers of the requested tasks in the recording
     */
    public static SeriesCollector<TaskCourses> collector(Periods periods, Collection<Integer> tasks) {
        TaskCourses out = new TaskCourses(new HashMap<>());
        tasks.forEach(t -> out.courses.put(t, new TaskCourse()));
        int leading = periods.leadingGroup();
        return new SeriesCollector<>() {
            @Override
            public PeriodVisitor periods() {
                return p -> out.add(p, leading);
            }

            @Override
            public TaskCourses result(SeriesReport report) {
                return out;
            }
        };
    }

    private void add(Period p, int leading) {
        TaskCourse course = p.group() == leading ? courses.get(p.task()) : null;
        if (course != null) {
            course.add(p.runDeltaNanos(), p.runNanos());
        }
    }

    TaskCourse of(int task) {
        return courses.getOrDefault(task, NOWHERE);
    }
}
