package runbench.batch;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.parser.RunbenchException;
import runbench.parser.stats.RunSummary;

/**
 * One page about a batch: failures first, then every run with what it measured.
 *
 * @param folder  of the batch
 * @param planned runs in the plan
 * @param passed  runs that went well
 * @param failed  runs that did not
 */
public record BatchSummary(String folder, int planned, int passed, int failed, List<Row> runs) {
    /**
     * One run. Numbers are null where the run left no summary.
     *
     * @param reason         why it failed; empty when it did not
     * @param irregularShare of its periods, 0..1
     */
    public record Row(String benchmark, String period, boolean ok, String reason, String label,
                      @JsonProperty("wall_s") Double wallS, @JsonProperty("cpu_s") Double cpuS, Long samples,
                      @JsonProperty("irregular_share") Double irregularShare, Long lost, String chart) {
    }

    public static BatchSummary of(BatchFolder folder, List<Outcome> outcomes) {
        List<Row> rows = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            rows.add(row(outcome, folder.runFolder(outcome.item())));
        }
        int passed = (int) rows.stream().filter(Row::ok).count();
        return new BatchSummary(folder.path().toString(), folder.plan().size(), passed, rows.size() - passed, rows);
    }

    private static Row row(Outcome outcome, Path run) {
        BatchItem item = outcome.item();
        Path chart = run.resolve("chart.png");
        String drawn = Files.exists(chart) ? chart.toString() : null;
        try {
            RunSummary s = RunSummary.read(run.resolve("summary.json"));
            return new Row(item.benchmark(), item.period(), outcome.ok(), outcome.reason(), s.label(), s.wallS(), s.cpuS(),
                    s.samples(), s.irregularShare(), s.lost(), drawn);
        } catch (RunbenchException e) { // failed before it was measured
            return new Row(item.benchmark(), item.period(), outcome.ok(), outcome.reason(), null, null, null, null, null, null, drawn);
        }
    }

    /** Writes summary.txt and summary.json into the batch's folder. */
    public void write() throws IOException {
        Path path = Path.of(folder);
        Files.writeString(path.resolve("summary.txt"), text() + "\n");
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(path.resolve("summary.json").toFile(), this);
    }

    /** The page. */
    @JsonIgnore
    public String text() {
        List<String> lines = new ArrayList<>();
        lines.add("%d of %d runs done: %d OK, %d failed   (%s)".formatted(runs.size(), planned, passed, failed, folder));
        if (failed > 0) {
            lines.add("");
            lines.add("Failed:");
            runs.stream().filter(r -> !r.ok()).forEach(r -> lines.add("  %s %s: %s".formatted(r.benchmark(), r.period(), r.reason())));
        }
        lines.add("");
        lines.add("%-16s %7s %-5s %9s %9s %10s %9s %6s".formatted("benchmark", "period", "", "wall s", "CPU s", "samples", "irregular", "lost"));
        for (Row r : runs) {
            lines.add("%-16s %7s %-5s %9s %9s %10s %9s %6s".formatted(r.benchmark(), r.period(), r.ok() ? "OK" : "ERROR",
                    number("%.2f", r.wallS()), number("%.2f", r.cpuS()), number("%d", r.samples()),
                    r.irregularShare() == null ? "-" : number("%.2f %%", r.irregularShare() * 100), number("%d", r.lost())));
        }
        return String.join("\n", lines);
    }

    private static String number(String format, Object value) {
        return value == null ? "-" : String.format(Locale.ROOT, format, value);
    }
}
