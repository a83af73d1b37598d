package runbench.parser.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import runbench.base.progress.Progress;
import runbench.base.error.RunbenchException;
import runbench.parser.metrics.BoundMetric;
import runbench.parser.metrics.Metric;
import runbench.parser.record.EventInfo;
import runbench.parser.series.PeriodVisitor;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;

/** Writes recordings as CSV and for gnuplot. */
public final class Exports {
    private Exports() {
    }

    /**
     * Writes samples.csv, NAME.dat and NAME.plt for the first counted event and NAME.EVENT.dat and .plt for the others
     * into a directory, the CSV and the .dat files at the same time.
     *
     * @param name  stem of the gnuplot files, usually the benchmark's name
     * @return the files written
     * @throws RunbenchException when a file cannot be written
     */
    public static List<Path> all(Periods periods, RunSummary summary, Path directory, String name, Progress progress) {
        return all(periods, List.of(), summary, directory, name, progress);
    }

    /** The same with a column in samples.csv for each of the metrics. */
    public static List<Path> all(Periods periods, List<Metric> metrics, RunSummary summary, Path directory, String name,
            Progress progress) {
        Path csv = directory.resolve("samples.csv");
        CompletableFuture<Void> table = CompletableFuture.runAsync(() -> csv(periods, metrics, csv, progress));
        List<Path> files = new ArrayList<>();
        files.add(csv);
        try {
            files.addAll(gnuplot(periods, summary, directory, name));
        } finally {
            try {
                table.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof RunbenchException known ? known : e;
            }
        }
        return files;
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
        try (TextSink out = new TextSink(file)) {
            periods.forEach(progress, new SampleCsv(periods, BoundMetric.bind(metrics, periods), out));
        }
    }

    /** Writes NAME.dat, NAME.plt, and NAME.EVENT.dat and .plt for each further counted event. @return the files */
    public static List<Path> gnuplot(Periods periods, RunSummary summary, Path directory, String name) {
        Map<Integer, String> stems = stems(periods, name);
        List<Path> files = new ArrayList<>();
        List<TextSink> sinks = new ArrayList<>();
        try {
            List<PeriodVisitor> writers = new ArrayList<>();
            for (Map.Entry<Integer, String> stem : stems.entrySet()) {
                EventInfo event = periods.events().get(stem.getKey());
                Path data = directory.resolve(stem.getValue() + ".dat");
                TextSink sink = new TextSink(data);
                sinks.add(sink);
                writers.add(new GnuplotData(stem.getKey(), event, summary, sink));
                files.add(data);
                Path plot = directory.resolve(stem.getValue() + ".plt");
                write(plot, GnuplotScript.text(stem.getValue(), event, summary));
                files.add(plot);
            }
            periods.forEach(writers.toArray(PeriodVisitor[]::new));
        } finally {
            sinks.forEach(TextSink::close);
        }
        return files;
    }

    /** "403.gcc - open:403.gcc (cc1 12.2.0) - NOT SPEC". */
    static String title(RunSummary summary) {
        return summary.label() == null || summary.label().isEmpty() ? summary.benchmark()
                : summary.benchmark() + " - " + summary.label();
    }

    /** File names without suffix per counted event: safe on any file system, and different from one another. */
    private static Map<Integer, String> stems(Periods periods, String name) {
        Map<Integer, String> stems = new LinkedHashMap<>();
        Set<String> used = new HashSet<>();
        for (int e = 0; e < periods.events().size(); e++) {
            EventInfo event = periods.events().get(e);
            if (!event.counted()) {
                continue;
            }
            String stem = fileName(name);
            if (!stems.isEmpty()) {
                stem += "." + fileName(event.name());
            }
            String unique = stem;
            for (int n = 2; !used.add(unique.toLowerCase(Locale.ROOT)); n++) {
                unique = stem + "-" + n;
            }
            stems.put(e, unique);
        }
        return stems;
    }

    /** A name for files and folders, made of any text. */
    public static String fileName(String name) {
        String safe = name.replaceAll("[^A-Za-z0-9._+-]", "_").replaceAll("^[.-]", "_");
        return safe.isEmpty() ? "_" : safe.substring(0, Math.min(100, safe.length()));
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": cannot be written: " + e.getMessage()).causedBy(e);
        }
    }
}
