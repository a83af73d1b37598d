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
 * The regions and states that a program logged, over wall time: a strip with a row per thread and nesting depth, and
 * pale bands behind other panels.
 */
public final class LoggedBands {
    private static final int MAX_ROWS = 8;
    private static final int MAX_DEPTH = 4;
    private static final double ROW_PIXELS = 18;
    private static final double MIN_PIXELS = 46;

    private final List<Interval> intervals;
    private final long startNanos;
    private final Abscissa x;
    private final List<String> names;

    /**
     * Creates the bands.
     *
     * @param log the program's log
     * @param startNanos start of the axis, CLOCK_MONOTONIC
     * @param x axis of the chart
     */
    public LoggedBands(RunLog log, long startNanos, Abscissa x) {
        intervals = log.intervals();
        this.startNanos = startNanos;
        this.x = x;
        names = intervals.stream().map(Interval::name).distinct().toList();
    }

    /** Returns empty bands. */
    static LoggedBands none() {
        return new LoggedBands(RunLog.NONE, 0, null);
    }

    /** Returns the strip with rows by thread and depth, in the order of their first interval. */
    Optional<Panel> panel() {
        if (intervals.isEmpty()) {
            return Optional.empty();
        }
        Map<String, List<Interval>> rows = intervals.stream()
                .filter(i -> i.depth() < MAX_DEPTH)
                .collect(Collectors.groupingBy(LoggedBands::row, LinkedHashMap::new, Collectors.toList()));
        List<String> shown = rows.keySet().stream().limit(MAX_ROWS).toList();
        List<Interval> all = new ArrayList<>();
        List<Integer> rowOf = new ArrayList<>();
        for (int r = 0; r < shown.size(); r++) {
            for (Interval i : rows.get(shown.get(r))) {
                all.add(i);
                rowOf.add(r);
            }
        }
        String detail = "as logged by the program; one row per thread and nesting depth"
                + (shown.size() < rows.size() ? "; " + shown.size() + " of " + rows.size() + " rows" : "");
        return Optional.of(Panel.of("Regions", Scale.names("", shown))
                .detail(detail)
                .strip(strip(all, rowOf.stream().mapToInt(r -> r).toArray()))
                .height(Math.max(MIN_PIXELS, ROW_PIXELS * shown.size())));
    }

    private static String row(Interval i) {
        String owner = i.tid() == Interval.ALL_THREADS ? "process" : Integer.toString(i.tid());
        return i.depth() == 0 ? owner : owner + " +" + i.depth();
    }

    /** Returns the bands for the other panels: the outermost regions, if only one thread logged them. */
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
