package runbench.parser.export;

import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import runbench.base.progress.Progress;
import runbench.parser.metrics.BoundMetric;
import runbench.parser.metrics.Metric;
import runbench.parser.record.Metadata;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;

/** Writes recordings as CSV and for gnuplot. */
public final class Exports {
    private Exports() {
    }

    /**
     * Writes one row per period, in the order of time. Columns: {@code wall_s} and {@code run_s} (end of the period;
     * running time of the whole program), {@code dt_ms} (running time of the task in the period), group, task (serial
     * number), tid, cpu, flags (names joined by '|'), {@code share_measured} of the group in the period, and for every
     * event its count in the period and {@code EVENT_total} since the start over all tasks. Counts are what was
     * counted; divide by share_measured to estimate. A cell is empty where the event was not counted at all, in that
     * period (other group, or switched out by multiplexing) or in the whole run; it is never 0 then. Rows flagged
     * "close" hold what a task did after its last sample; with them the counts add up to the final count.
     *
     * <p>In a recording over instructions {@code instructions} and {@code period_instructions} stand for run_s, dt_ms.
     */
    public static void csv(Periods periods, Path file, Progress progress) {
        csv(periods, List.of(), file, progress);
    }

    /**
     * The same with a last column for each of the metrics, named after it: its value in the period, with six
     * significant digits, computed from estimated counts where the share measured is below 1. The cell is empty where
     * the period does not tell it.
     */
    public static void csv(Periods periods, List<Metric> metrics, Path file, Progress progress) {
        periods.collect(progress, csvCollector(periods, metrics, file));
    }

    /** The same as text, each period's end in the time of another clock, too. */
    public static void csv(Periods periods, ReferenceColumns reference, Writer text, Progress progress) {
        periods.collect(progress, new SampleCsv(periods, reference, new TextSink(text)));
    }

    /**
     * The same as a part of a reading, whose result is the file.
     *
     * @throws runbench.base.error.RunbenchException when the file cannot be written
     */
    public static SeriesCollector<Path> csvCollector(Periods periods, List<Metric> metrics, Path file) {
        return new SampleCsv(periods, BoundMetric.bind(metrics, periods), file);
    }

    /**
     * Writes NAME.dat, NAME.plt, and NAME.EVENT.dat and .plt for each further counted event.
     *
     * @param name stem of the files, usually the benchmark's name
     * @return the files
     */
    public static List<Path> gnuplot(Periods periods, Path directory, String name) {
        return periods.collect(Progress.NONE, gnuplotCollector(periods, directory, name));
    }

    /**
     * The same as a part of a reading.
     *
     * @throws runbench.base.error.RunbenchException when a file cannot be written
     */
    public static SeriesCollector<List<Path>> gnuplotCollector(Periods periods, Path directory, String name) {
        return new GnuplotFiles(periods, directory, name);
    }

    /** "403.gcc - open:403.gcc (cc1 12.2.0) - NOT SPEC". */
    static String title(Metadata metadata) {
        return metadata.label() == null || metadata.label().isEmpty() ? metadata.benchmark()
                : metadata.benchmark() + " - " + metadata.label();
    }

    /** A name for files and folders, made of any text. */
    public static String fileName(String name) {
        String safe = name.replaceAll("[^A-Za-z0-9._+-]", "_").replaceAll("^[.-]", "_");
        return safe.isEmpty() ? "_" : safe.substring(0, Math.min(100, safe.length()));
    }
}
