package runbench.parser.export;

import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import runbench.base.progress.Progress;
import runbench.base.timeline.PlacedStamp;
import runbench.base.timeline.Timeline;
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
     * Writes one row per period, in the order of time. Columns:
     *
     * <ul> <li>{@code wall_s} and {@code run_s}: end of the period, and running time of the whole program
     * <li>{@code dt_ms}: running time of the task in the period <li>group, task (serial number), tid, cpu <li>flags:
     * names joined by '|' <li>{@code share_measured}: share measured of the group in the period <li>for every event its
     * count in the period, and {@code EVENT_total} since the start over all tasks </ul>
     *
     * <p>Counts are not scaled; divide by share_measured to estimate. A cell is empty, never 0, if the event was not
     * counted in the period or in the whole run. In a period, the cause is another group or multiplexing. Rows flagged
     * "close" contain the counts of a task after its last sample. With them the counts add up to the final count.
     *
     * <p>In a recording over instructions, {@code instructions} and {@code period_instructions} replace run_s, dt_ms.
     */
    public static void csv(Periods periods, Path file, Progress progress) {
        csv(periods, List.of(), file, progress);
    }

    /**
     * Writes the rows with a last column for each metric, named after it. A cell is the metric of the period with six
     * significant digits. It is computed from estimated counts where the share measured is below 1. The cell is empty
     * if the period does not define the metric.
     */
    public static void csv(Periods periods, List<Metric> metrics, Path file, Progress progress) {
        periods.collect(progress, csvCollector(periods, metrics, file));
    }

    /** Writes the rows as text, also with each period's end in the time of another clock. */
    public static void csv(Periods periods, ReferenceColumns reference, Writer text, Progress progress) {
        periods.collect(progress, new SampleCsv(periods, reference, new TextSink(text)));
    }

    /**
     * Returns a collector that writes the same file in a pass over the recording; its result is the file.
     *
     * @throws runbench.base.error.RunbenchException the file cannot be written
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
     * Returns a collector that writes the same files in a pass over the recording.
     *
     * @throws runbench.base.error.RunbenchException a file cannot be written
     */
    public static SeriesCollector<List<Path>> gnuplotCollector(Periods periods, Path directory, String name) {
        return new GnuplotFiles(periods, directory, name);
    }

    /** Returns the title of a recording: "403.gcc - open:403.gcc (cc1 12.2.0) - NOT SPEC". */
    static String title(Metadata metadata) {
        return metadata.label() == null || metadata.label().isEmpty() ? metadata.benchmark()
                : metadata.benchmark() + " - " + metadata.label();
    }

    /** Returns a valid name for files and folders, derived from any text; "unnamed" for separators only. */
    public static String fileName(String name) {
        String safe = name.replaceAll("[^A-Za-z0-9._+-]", "_").replaceAll("^[.-]", "_");
        return safe.matches("[._+-]*") ? "unnamed" : safe.substring(0, Math.min(100, safe.length()));
    }

    /**
     * Table columns with the end of each period in the time of another clock: NAME_ns, err_stat_ns, NAME_lo_ns,
     * NAME_hi_ns and how.
     *
     * @param timeline conversion from CLOCK_MONOTONIC of the machine that recorded, ns
     * @param name name of the other time, for the columns: ref, utc
     * @param each consumer of the converted time of each period
     */
    public record ReferenceColumns(Timeline timeline, String name, Consumer<PlacedStamp> each) {}
}
