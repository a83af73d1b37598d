package runbench.measure.batch;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.home.HostName;
import runbench.base.home.ProductVersion;
import runbench.base.json.OutputFormat;
import runbench.base.quantity.Units;
import runbench.measure.RunFolder;
import runbench.parser.stats.RunSummary;

/**
 * The summary of a batch: failures first, then all runs with their measurements.
 *
 * @param folder folder of the batch
 * @param where machine and versions
 * @param planned number of planned runs
 * @param passed number of successful runs
 * @param failed number of failed runs
 * @param runs the runs
 */
public record BatchSummary(String folder, Where where, int planned, int passed, int failed, List<Row> runs) {
    /**
     * Machine and versions of a batch.
     *
     * @param host host of the batch
     * @param machine processor as the runs found it; null: nothing was measured
     * @param kernel Linux version; null: nothing was measured
     * @param runbench version of Runbench
     * @param java version of Java
     * @param begun start of this part of the batch, UTC
     * @param ended its end, UTC
     */
    public record Where(String host, String machine, String kernel, String runbench, String java, String begun,
            String ended) {}

    /**
     * Rate of one event.
     *
     * @param event name of the event
     * @param mean mean over the whole run; null: not counted
     * @param peak highest rate; null: unknown
     * @param unit unit of the rates
     * @param reason reason why it was not counted; null: it was counted
     */
    public record Rate(String event, Double mean, Double peak, String unit, String reason) {
        private String text() {
            return mean == null ? event + " not counted"
                    : "%s %s %s (peak %s)".formatted(event, Units.si(mean), unit, peak == null ? "-" : Units.si(peak));
        }
    }

    /**
     * One run. Numbers are null if the run left no summary.
     *
     * @param reason reason of the failure; empty: none
     * @param irregularShare share of irregular periods, 0..1
     * @param host host of the run; null: the host of the batch
     */
    public record Row(String benchmark, String period, boolean ok, String reason, String label,
            @JsonProperty("wall_s") Double wallS, @JsonProperty("cpu_s") Double cpuS, Long samples,
            @JsonProperty("irregular_share") Double irregularShare, Long lost, String chart, boolean notSpec,
            List<Rate> rates, String host) {}

    /**
     * Summarises a batch.
     *
     * @param begun start of this part of the batch
     */
    public static BatchSummary of(BatchFolder folder, List<Outcome> outcomes, Instant begun) {
        List<Row> rows = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            rows.add(row(outcome, new RunFolder(folder.runFolder(outcome.item()))));
        }
        int passed = (int) rows.stream().filter(Row::ok).count();
        return new BatchSummary(folder.path().toString(), where(folder, outcomes, begun), folder.plan().size(), passed,
                rows.size() - passed, rows);
    }

    private static Where where(BatchFolder folder, List<Outcome> outcomes, Instant begun) {
        String machine = null;
        String kernel = null;
        for (Outcome outcome : outcomes) {
            try {
                RunSummary.Provenance p = RunSummary.read(new RunFolder(folder.runFolder(outcome.item())).summary())
                        .provenance();
                machine = p.machine();
                kernel = p.kernel();
                break;
            } catch (RunbenchException e) {
                // This run failed before anything was measured: try the next one.
            }
        }
        return new Where(HostName.own(), machine, kernel, ProductVersion.RUNBENCH,
                System.getProperty("java.runtime.version"), begun.truncatedTo(ChronoUnit.SECONDS).toString(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    private static List<Rate> rates(RunSummary s) {
        return s.events()
                .stream()
                .map(e -> new Rate(e.name(), e.meanRate(), e.peakRate(), e.rateUnit(), e.reason()))
                .toList();
    }

    static boolean notSpec(RunSummary s) {
        return s.provenance().run() != null && s.provenance().run().path("not_spec").asBoolean();
    }

    private static Row row(Outcome outcome, RunFolder run) {
        BatchItem item = outcome.item();
        Path chart = run.chart();
        String drawn = Files.exists(chart) ? chart.toString() : null;
        String host = ItemCommand.host(run.path()).orElse(null);
        try {
            RunSummary s = RunSummary.read(run.summary());
            return new Row(item.benchmark(), item.period(), outcome.ok(), outcome.reason(), s.label(), s.wallS(),
                    s.cpuS(), s.samples(), s.irregularShare(), s.lost(), drawn, notSpec(s), rates(s), host);
        } catch (RunbenchException e) { // failed before anything was measured
            return new Row(item.benchmark(), item.period(), outcome.ok(), outcome.reason(), null, null, null, null,
                    null, null, drawn, false, List.of(), host);
        }
    }

    /** Returns the exit code: a benchmark failed if a run failed or is missing. */
    @JsonIgnore
    public ExitCode exitCode() {
        return failed > 0 || runs.size() < planned ? ExitCode.BENCHMARK_FAILED : ExitCode.OK;
    }

    /** Writes summary.txt and summary.json into the batch's folder. */
    public void write() throws IOException {
        Path path = Path.of(folder);
        OutputFile.write(path.resolve("summary.txt"), text() + "\n");
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
                .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
        OutputFile.write(path.resolve("summary.json"),
                json.writeValueAsBytes(OutputFormat.BATCH.named(json.valueToTree(this))));
    }

    /** Returns the summary as text. */
    @JsonIgnore
    public String text() {
        boolean spread = runs.stream().anyMatch(r -> r.host() != null);
        List<String> lines = new ArrayList<>();
        lines.add("%d of %s done: %d OK, %d failed   (%s)".formatted(runs.size(), Units.counted(planned, "run"), passed,
                failed, folder));
        lines.add("on %s: %s, %s; Runbench %s, Java %s; %s to %s".formatted(where.host(),
                where.machine() == null ? "nothing measured" : where.machine(),
                where.kernel() == null ? "Linux " + System.getProperty("os.version") : where.kernel(), where.runbench(),
                where.java(), where.begun(), where.ended()));
        if (failed > 0) {
            lines.add("");
            lines.add("Failed:");
            runs.stream()
                    .filter(r -> !r.ok())
                    .forEach(r -> lines.add("  %s %s: %s".formatted(r.benchmark(), r.period(), r.reason())));
        }
        lines.add("");
        lines.add("%-16s %7s %-5s %9s %9s %10s %9s %6s".formatted("benchmark", "period", "", "wall s", "CPU s",
                "samples", "irregular", "lost") + (spread ? "  host" : ""));
        for (Row r : runs) {
            lines.add(
                    "%-16s %7s %-5s %9s %9s %10s %9s %6s".formatted(r.benchmark(), r.period(), r.ok() ? "OK" : "ERROR",
                            number("%.2f", r.wallS()), number("%.2f", r.cpuS()), number("%d", r.samples()),
                            r.irregularShare() == null ? "-" : number("%.2f %%", r.irregularShare() * 100),
                            number("%d", r.lost())) + (spread ? "  " + (r.host() == null ? "-" : r.host()) : ""));
        }
        lines.add("");
        for (Row r : runs) {
            if (r.label() == null) {
                continue;
            }
            lines.add("%s %s: %s%s".formatted(r.benchmark(), r.period(), r.label(),
                    r.notSpec() && !r.label().contains("NOT SPEC") ? " (NOT SPEC)" : ""));
            r.rates().stream().filter(rate -> rate.mean() != null).forEach(rate -> lines.add("    " + rate.text()));
            List<String> missing = r.rates().stream().filter(rate -> rate.mean() == null).map(Rate::event).toList();
            if (!missing.isEmpty()) {
                lines.add("    not counted: " + String.join(", ", missing));
            }
            if (r.chart() != null) {
                lines.add("    file://" + Path.of(r.chart()).toAbsolutePath());
            }
        }
        return String.join("\n", lines);
    }

    private static String number(String format, Object value) {
        return value == null ? "-" : String.format(Locale.ROOT, format, value);
    }
}
