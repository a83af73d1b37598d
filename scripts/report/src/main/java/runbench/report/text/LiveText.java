package runbench.report.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import runbench.base.quantity.Printable;
import runbench.base.quantity.Units;
import runbench.parser.interval.IntervalCounts;
import runbench.parser.interval.IntervalCounts.IntervalCount;
import runbench.parser.interval.IntervalCounts.IntervalMetric;
import runbench.parser.record.EventInfo;

/** The view of a running measurement in a terminal of any size: one line per event with its course. */
public final class LiveText {
    /** Maximum number of intervals of which the course is kept: more than the columns of any terminal. */
    private static final int MAX_COURSE = 1000;
    private static final int NAME = 18;
    private static final int VALUE = 14;
    /** Lines around the events: title, state, blank, heading, blank, keys. */
    private static final int OTHER_LINES = 6;
    private static final String BLOCKS = "▁▂▃▄▅▆▇█";
    private static final String ASCII = "_.-:=+*#";
    private static final double NANOS_PER_SECOND = 1e9;

    private final String title;
    private final String levels;
    private final boolean overWall;
    private final Map<String, Course> courses = new LinkedHashMap<>();
    private double cpus = Double.NaN;
    /** Share of the last interval in which the counters were enabled, 0..1. */
    private double countedShare = 1;
    private long wallNanos;

    /**
     * Creates an empty view.
     *
     * @param title name of the program, or of what is observed
     * @param unicode whether the terminal shows Unicode
     * @param overWall whether all rates are per second of wall time: CPUs or control groups are observed
     */
    public LiveText(String title, boolean unicode, boolean overWall) {
        this.title = Printable.line(title);
        this.levels = unicode ? BLOCKS : ASCII;
        this.overWall = overWall;
    }

    /**
     * The state of the program besides its counts.
     *
     * @param elapsedNanos wall time since the start of the program, ns
     * @param samples number of samples so far
     * @param tasks the tasks of the program; null: unknown
     */
    public record State(long elapsedNanos, long samples, Tasks tasks) {}

    /**
     * The tasks of the program.
     *
     * @param count number of tasks at the end of the interval
     * @param ready average number of them that were ready for a CPU in the interval
     */
    public record Tasks(int count, double ready) {}

    /** The rates of one event or metric. */
    private static final class Course {
        private final List<Double> rates = new ArrayList<>();
        private String now = "-";
        private String mean = "-";
        private double sum;
        private double seconds;
        private long counted;

        private void add(double rate) {
            if (rates.size() == MAX_COURSE) {
                rates.remove(0);
            }
            rates.add(rate);
        }
    }

    /** Adds the counts of an interval. */
    public void add(IntervalCounts interval) {
        double wall = interval.countedNanos() / NANOS_PER_SECOND;
        countedShare = interval.countedShare();
        wallNanos = interval.toNanos();
        cpus = wall > 0 ? interval.runNanos() / NANOS_PER_SECOND / wall : cpus;
        for (IntervalCount c : interval.counts()) {
            EventInfo event = c.event();
            Course course = courses.computeIfAbsent(event.name(), name -> new Course());
            course.now = value(c);
            course.add(c.counted() == null ? Double.NaN : c.rate());
            if (c.counted() == null) {
                course.mean = course.seconds > 0 ? course.mean : "";
                continue;
            }
            course.sum += c.estimate();
            course.counted += c.counted();
            course.seconds += overWall || event.overWallTime() ? wall : interval.runNanos() / NANOS_PER_SECOND;
            course.mean = value(new IntervalCount(event, course.counted, c.runningNanos(), 1,
                    course.seconds > 0 ? course.sum / course.seconds : Double.NaN));
        }
        for (IntervalMetric m : interval.metrics()) {
            Course course = courses.computeIfAbsent(m.name(), name -> new Course());
            course.add(m.value());
            course.now = String.format(Locale.ROOT, "%.3f", m.value());
            course.sum += wall * m.value();
            course.seconds += wall;
            course.mean = course.seconds > 0 ? String.format(Locale.ROOT, "%.3f", course.sum / course.seconds) : "-";
        }
    }

    /**
     * Returns the lines of the view, at most as many as the terminal has, none longer than its width.
     *
     * @param columns width of the terminal, at least 1
     * @param rows height of the terminal, at least 1
     */
    public List<String> lines(State state, int columns, int rows) {
        List<String> lines = new ArrayList<>();
        lines.add(
                spread("runbench sample: " + title,
                        String.format(Locale.ROOT, "%.1f s, %,d samples",
                                Math.max(state.elapsedNanos(), wallNanos) / NANOS_PER_SECOND, state.samples()),
                        columns));
        lines.add(Double.isNaN(cpus) && countedShare > 0 ? "starting" : state(state.tasks()));
        lines.add("");
        lines.add(row("event", "now", "mean", columns < NAME + 2 * VALUE + 8 ? "" : "course"));
        int room = Math.max(1, rows - OTHER_LINES);
        int shown = courses.size() <= room ? courses.size() : room - 1;
        courses.entrySet().stream().limit(shown).forEach(e -> {
            Course c = e.getValue();
            lines.add(
                    row(Printable.line(e.getKey()), c.now, c.mean, sparkline(c.rates, columns - NAME - 2 * VALUE - 4)));
        });
        if (shown < courses.size()) {
            lines.add("... " + (courses.size() - shown) + " more, in a higher terminal");
        }
        lines.add("");
        lines.add("q ends as Ctrl-C does; Ctrl-Z stops. Rates are per second of "
                + (overWall ? "wall time." : "running time."));
        return lines.stream()
                .map(line -> line.length() > columns ? line.substring(0, columns) : line)
                .limit(Math.max(1, rows))
                .toList();
    }

    private String state(Tasks tasks) {
        if (countedShare == 0) {
            return "not counting now" + (tasks == null ? "" : "   " + Units.counted(tasks.count(), "task"));
        }
        String part = countedShare < 1 ? "counted " + Units.percent(countedShare) + " of the interval   " : "";
        return part + String.format(Locale.ROOT, "CPUs used %.2f", cpus)
                + (tasks == null ? ""
                        : String.format(Locale.ROOT, "   %s: running %.2f, ready %.2f, waiting %.2f",
                                Units.counted(tasks.count(), "task"), cpus, tasks.ready(),
                                Math.max(0, tasks.count() - cpus - tasks.ready())));
    }

    /** Returns a rate in a column of the view. */
    private static String value(IntervalCount c) {
        return IntervalCountsText.rateText(c).replace(" utilized", "");
    }

    private static String row(String name, String now, String mean, String course) {
        String shortName = name.length() > NAME ? name.substring(0, NAME - 2) + ".." : name;
        return String
                .format(Locale.ROOT, "%-" + NAME + "s %" + VALUE + "s %" + VALUE + "s  %s", shortName, now, mean,
                        course)
                .stripTrailing();
    }

    private static String spread(String left, String right, int columns) {
        int room = columns - right.length() - 2;
        if (room < 1) {
            return right;
        }
        String shortened = left.length() > room ? left.substring(0, Math.max(0, room - 2)) + ".." : left;
        return shortened + " ".repeat(Math.max(2, columns - shortened.length() - right.length())) + right;
    }

    /** Returns the last rates as levels between 0 and their maximum; unknown ones are blank. */
    private String sparkline(List<Double> rates, int width) {
        List<Double> last = rates.subList(Math.max(0, rates.size() - Math.max(0, width)), rates.size());
        double max = last.stream().filter(Double::isFinite).mapToDouble(r -> r).max().orElse(0);
        StringBuilder line = new StringBuilder();
        for (double rate : last) {
            int level = max > 0 ? (int) Math.round(rate / max * (levels.length() - 1)) : 0;
            line.append(Double.isFinite(rate) ? levels.charAt(Math.max(0, level)) : ' ');
        }
        return line.toString();
    }
}
