package runbench.measure.batch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.measure.RunFolder;
import runbench.parser.stats.RunSummary;
import runbench.report.page.ShownBatch.Past;
import runbench.report.page.ShownBatch;

/** Collects a batch and the same runs in earlier batches next to it, for its page. */
public final class BatchHistory {
    private static final int LINE = 200;

    private BatchHistory() {
    }

    /**
     * Reads a batch and the batches before it.
     *
     * @param last maximum number of batches, including this one
     * @throws IOException a log cannot be read
     */
    public static ShownBatch of(BatchFolder batch, int last) throws IOException {
        List<BatchFolder> all = new ArrayList<>(earlier(batch.path(), last - 1));
        all.add(batch);
        List<ShownBatch.Row> rows = new ArrayList<>();
        for (BatchItem item : batch.plan()) {
            List<Past> past = new ArrayList<>();
            Outcome own = null;
            for (BatchFolder folder : all) {
                Optional<Outcome> outcome = folder.log()
                        .read()
                        .stream()
                        .filter(o -> o.item().equals(item))
                        .reduce((a, b) -> b);
                own = folder == batch ? outcome.orElse(null) : own;
                past.add(past(folder, item, outcome.isPresent() && outcome.get().ok()));
            }
            RunFolder run = new RunFolder(batch.runFolder(item));
            rows.add(new ShownBatch.Row(item.benchmark(), item.period(), own == null ? null : own.ok(),
                    own == null ? "" : own.reason(), errorLine(run), past,
                    Stream.of(run.page(), run.chart())
                            .filter(Files::exists)
                            .findFirst()
                            .map(f -> batch.path().relativize(f).toString())
                            .orElse(null)));
        }
        return new ShownBatch(batch.path().toString(), batch.options(), rows);
    }

    /**
     * Returns the earlier batches next to a batch, ordered by time: names of batch folders are their UTC start times.
     */
    private static List<BatchFolder> earlier(Path path, int most) throws IOException {
        Path own = path.toAbsolutePath().normalize();
        if (own.getParent() == null) {
            return List.of();
        }
        try (Stream<Path> beside = Files.list(own.getParent())) {
            List<Path> before = beside
                    .filter(p -> p.getFileName().compareTo(own.getFileName()) < 0 && BatchFolder.holdsBatch(p))
                    .sorted()
                    .toList();
            return before.subList(Math.max(0, before.size() - Math.max(0, most)), before.size())
                    .stream()
                    .map(BatchFolder::open)
                    .toList();
        }
    }

    private static Past past(BatchFolder folder, BatchItem item, boolean ok) {
        String name = folder.path().getFileName().toString();
        try {
            RunSummary s = RunSummary.read(new RunFolder(folder.runFolder(item)).summary());
            return new Past(name, ok ? s.wallS() : Double.NaN, ok && s.cpuS() != null ? s.cpuS() : Double.NaN,
                    s.samples(), s.provenance().kernel(), s.provenance().machine(), s.label() == null ? "" : s.label());
        } catch (RunbenchException e) { // failed before anything was measured, or missing in that batch
            return new Past(name, Double.NaN, Double.NaN, 0, "", "", "");
        }
    }

    /** Returns the program's first error line; empty if there is none. */
    private static String errorLine(RunFolder run) {
        if (!Files.isRegularFile(run.benchmarkErr())) {
            return "";
        }
        try (Stream<String> lines = Files.lines(run.benchmarkErr(), StandardCharsets.ISO_8859_1)) {
            return lines.map(String::strip)
                    .filter(l -> !l.isEmpty())
                    .findFirst()
                    .map(l -> l.length() <= LINE ? l : l.substring(0, LINE) + "…")
                    .orElse("");
        } catch (IOException | UncheckedIOException e) {
            return "";
        }
    }
}
