package runbench.measure.batch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.measure.RunFolder;
import runbench.measure.RunRecord;
import runbench.parser.compare.Circumstances;
import runbench.parser.compare.RunValues;
import runbench.parser.stats.RunSummary;
import runbench.parser.symbols.KeptSymbols;
import runbench.plotter.render.awt.Charts;
import runbench.report.page.ShownBatch.Past;
import runbench.report.page.ShownBatch;

/** Collects a batch and the same runs in earlier batches next to it, for its page. */
public final class BatchHistory {
    private static final int LINE = 200;
    /** Width of the small charts. */
    private static final int CHART_PIXELS = 560;

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
            Circumstances before = null;
            for (BatchFolder folder : all) {
                Optional<Outcome> outcome = folder.log()
                        .read()
                        .stream()
                        .filter(o -> o.item().equals(item))
                        .reduce((a, b) -> b);
                own = folder == batch ? outcome.orElse(null) : own;
                RunFolder run = new RunFolder(folder.runFolder(item));
                Optional<RunSummary> summary = summary(run);
                String name = folder.path().getFileName().toString();
                if (summary.isEmpty()) {
                    past.add(Past.missing(name));
                    continue;
                }
                Circumstances now = circumstances(run, summary.get());
                past.add(past(name, summary.get(), outcome.isPresent() && outcome.get().ok(),
                        before == null ? List.of() : changes(before, now)));
                before = now;
            }
            RunFolder run = new RunFolder(batch.runFolder(item));
            rows.add(new ShownBatch.Row(item.benchmark(), item.period(), own == null ? null : own.ok(),
                    own == null ? "" : own.reason(), errorLine(run), past,
                    Stream.of(run.page(), run.chart())
                            .filter(Files::exists)
                            .findFirst()
                            .map(f -> batch.path().relativize(f).toString())
                            .orElse(null),
                    Charts.thumbnail(run.chart(), CHART_PIXELS)));
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

    /** Returns the summary of a run; empty if it is missing or failed before anything was measured. */
    private static Optional<RunSummary> summary(RunFolder run) {
        try {
            return Optional.of(RunSummary.read(run.summary()));
        } catch (RunbenchException e) {
            return Optional.empty();
        }
    }

    private static Past past(String batch, RunSummary s, boolean ok, List<String> changes) {
        Map<String, Double> counts = new LinkedHashMap<>();
        if (ok) {
            Set<String> events = s.events().stream().map(RunSummary.EventSummary::name).collect(Collectors.toSet());
            RunValues.of(batch, null, s)
                    .values()
                    .forEach((what, value) -> Optional.of(what.name())
                            .filter(name -> events.contains(name) && !what.time()) // clocks repeat the CPU time
                            .ifPresent(name -> counts.put(name, value)));
        }
        JsonNode run = s.provenance().run() == null ? MissingNode.getInstance() : s.provenance().run();
        String versions = Stream.of("runbench", "java")
                .filter(run::hasNonNull)
                .map(tool -> (tool.equals("java") ? "Java " : "Runbench ") + run.path(tool).asText())
                .collect(Collectors.joining(", "));
        return new Past(batch, text(s.provenance().startedUtc()), ok ? s.wallS() : Double.NaN,
                ok && s.cpuS() != null ? s.cpuS() : Double.NaN, counts, s.samples(), s.irregularShare(), s.lost(),
                BatchSummary.notSpec(s), versions, text(s.provenance().kernel()), text(s.provenance().machine()),
                text(s.label()), changes);
    }

    private static String text(String known) {
        return known == null ? "" : known;
    }

    /** Returns the facts about a run with its executables, their compilers, and its libraries. */
    private static Circumstances circumstances(RunFolder run, RunSummary s) {
        Map<String, String> executables = new LinkedHashMap<>();
        RunRecord.executables(run).forEach(e -> executables.put(e.getKey(), e.getValue()));
        Map<String, String> libraries = new LinkedHashMap<>();
        KeptSymbols.read(run.symbols())
                .ifPresent(kept -> kept.libraries()
                        .stream()
                        .filter(l -> !l.buildId().isEmpty() && !executables.containsKey(l.path()))
                        .forEach(l -> libraries.put(l.path(), l.buildId())));
        Map<String, String> compilers = new LinkedHashMap<>();
        RunRecord.compilers(run).forEach(e -> compilers.put(e.getKey(), e.getValue()));
        return Circumstances.of(s)
                .files("executable", executables)
                .files("compiler of", compilers)
                .files("library", libraries);
    }

    private static List<String> changes(Circumstances before, Circumstances now) {
        return Circumstances.between(Circumstances.facts(List.of(before)), Circumstances.facts(List.of(now)))
                .stream()
                .map(d -> d.name() + " " + String.join(" | ", d.a()) + " → " + String.join(" | ", d.b()))
                .toList();
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
