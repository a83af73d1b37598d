package runbench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.parser.stats.RunLog.Interval;
import runbench.parser.stats.RunLog;
import runbench.plotter.figure.Panel;
import runbench.plotter.figure.Scale;
import runbench.plotter.figure.Strip;

/**
 * The regions and states that a program logged, along wall time: a strip with a row for each thread and depth, and pale
 * bands behind.
 */
public final class LoggedBands {
    private static final int MOST_ROWS = 8;
    private static final int MOST_DEPTH = 4;
    private static final double ROW_PIXELS = 18;
    private static final double LEAST_PIXELS = 46;

    private final List<Interval> intervals;
    private final long startNanos;
    private final Abscissa x;
    private final List<String> names;

    /** @param startNanos where the axis begins, CLOCK_MONOTONIC */
    public LoggedBands(RunLog log, long startNanos, Abscissa x) {
        intervals = log.intervals();
        this.startNanos = startNanos;
        this.x = x;
        names = intervals.stream().map(Interval::name).distinct().toList();
    }

    /** None. */
    static LoggedBands none() {
        return new LoggedBands(RunLog.NONE, 0, null);
    }

    /** Rows by thread and depth, in the order in which they begin. */
    Optional<Panel> panel() {
        if (intervals.isEmpty()) {
            return Optional.empty();
        }
        Map<String, List<Interval>> rows = intervals.stream()
                .filter(i -> i.depth() < MOST_DEPTH)
                .collect(Collectors.groupingBy(LoggedBands::row, LinkedHashMap::new, Collectors.toList()));
        List<String> shown = rows.keySet().stream().limit(MOST_ROWS).toList();
        List<Interval> all = new ArrayList<>();
        List<Integer> rowOf = new ArrayList<>();
        for (int r = 0; r < shown.size(); r++) {
            for (Interval i : rows.get(shown.get(r))) {
                all.add(i);
                rowOf.add(r);
            }
        }
        String detail = "as the program logged it; a row for each thread, and for what lies within"
                + (shown.size() < rows.size() ? "; " + shown.size() + " of " + rows.size() + " rows" : "");
        return Optional.of(Panel.of("Regions", Scale.names("", shown))
                .detail(detail)
                .strip(strip(all, rowOf.stream().mapToInt(r -> r).toArray()))
                .height(Math.max(LEAST_PIXELS, ROW_PIXELS * shown.size())));
    }

    private static String row(Interval i) {
        String who = i.tid() == Interval.ALL_THREADS ? "process" : Integer.toString(i.tid());
        return i.depth() == 0 ? who : who + " +" + i.depth();
    }

    /** What lies behind the other panels: the outermost regions, where one thread alone has logged them. */
    public Optional<Strip> behind() {
        List<Interval> outermost = intervals.stream()
                .filter(i -> i.depth() == 0 && i.tid() != Interval.ALL_THREADS)
                .toList();
        if (outermost.isEmpty() || outermost.stream().map(Interval::tid).distinct().count() > 1) {
            return Optional.empty();
        }
        return Optional.of(strip(outermost, new int[outermost.size()]));
    }

    private Strip strip(List<Interval> of, int[] rows) {
        return new Strip(rows, of.stream().mapToDouble(i -> at(i.fromNanos())).toArray(),
                of.stream().mapToDouble(i -> at(i.toNanos())).toArray(),
                of.stream().mapToInt(i -> names.indexOf(i.name())).toArray(), names);
    }

    private double at(long nanos) {
        return x.at((nanos - startNanos) / 1e9);
    }
}
