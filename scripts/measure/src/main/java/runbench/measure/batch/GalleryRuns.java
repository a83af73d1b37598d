package runbench.measure.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.catalogue.Availability;
import runbench.catalogue.Catalogue;
import runbench.catalogue.Characterizations;
import runbench.catalogue.Entry;
import runbench.catalogue.ResolveOptions;
import runbench.catalogue.Variant;
import runbench.measure.RunFolder;
import runbench.parser.claim.Claim.Characterization;
import runbench.parser.claim.ClaimJudge;
import runbench.parser.claim.JudgedClaim.ClaimDoubt;
import runbench.parser.claim.JudgedClaim;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.parser.series.BinnedCounts;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;
import runbench.parser.structure.StructureAnalysis;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.RunCaption;
import runbench.report.gallery.GalleryPage;
import runbench.report.gallery.ShownGallery.Exhibit;
import runbench.report.gallery.ShownGallery.Run;
import runbench.report.gallery.ShownGallery;

/** Collects the runs of batches and the descriptions of their benchmarks for a gallery. */
public final class GalleryRuns {
    /** A gallery and the file of its page. */
    public record WrittenGallery(ShownGallery gallery, Path page) {}

    private final List<BatchFolder> batches;
    private final Path folder;
    private final Map<String, Characterization> texts;
    private final ResolveOptions options;

    private GalleryRuns(List<BatchFolder> batches, List<Characterization> texts, ResolveOptions options) {
        this.batches = batches;
        this.texts = texts.stream().collect(Collectors.toMap(Characterization::benchmark, Function.identity()));
        this.options = options;
        folder = batches.get(0).path().toAbsolutePath();
    }

    /**
     * Reads the batches and checks the claims of the descriptions.
     *
     * @param batches the batch of the gallery, then others
     * @throws IOException a log cannot be read
     */
    public static ShownGallery of(List<BatchFolder> batches, Catalogue catalogue, List<Characterization> texts,
            ResolveOptions options) throws IOException {
        return new GalleryRuns(batches, texts, options).shown(catalogue.entries());
    }

    /**
     * Writes the gallery's page.
     *
     * @param batch the batch of the gallery
     * @param also folders of further batches
     * @param page file of the page; null: gallery.html in the batch's folder
     * @throws IOException a log cannot be read
     * @throws RunbenchException exit code 2: a folder holds no batch; 3: the page cannot be written
     */
    public static WrittenGallery write(UnattendedBatch.Finished batch, List<BatchFolder> also, Path page)
            throws IOException {
        List<BatchFolder> batches = new ArrayList<>(also);
        batches.add(0, batch.folder());
        ShownGallery gallery = of(batches, batch.catalogue(), Characterizations.published(), batch.options());
        Path to = page == null ? batch.folder().path().resolve("gallery.html") : page;
        try {
            HtmlPage.write(GalleryPage.of(gallery), to);
        } catch (IOException e) {
            throw RunbenchException.machine(to + ": the page cannot be written: " + e.getMessage())
                    .remedy("name another place: scripts/gallery --resume -o " + batch.folder().path() + " --page FILE")
                    .causedBy(e);
        }
        return new WrittenGallery(gallery, to);
    }

    private ShownGallery shown(Collection<Entry> entries) throws IOException {
        List<Exhibit> exhibits = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        for (Entry entry : entries) {
            Optional<Exhibit> exhibit = exhibit(entry);
            exhibit.ifPresent(exhibits::add);
            if (exhibit.isEmpty()) {
                leftOut.add(entry.id());
            }
        }
        String machine = batches.stream()
                .flatMap(b -> b.plan().stream().map(b::runFolder))
                .map(GalleryRuns::summary)
                .flatMap(Optional::stream)
                .findFirst()
                .map(s -> s.provenance().machine() + " · " + s.provenance().kernel())
                .orElse("");
        return new ShownGallery(batches.get(0).path().toString(),
                batches.stream().map(b -> b.path().toString()).toList(), machine, exhibits, leftOut);
    }

    /** Returns the exhibit of a benchmark; empty if it has neither a run nor claims. */
    private Optional<Exhibit> exhibit(Entry entry) throws IOException {
        Characterization published = texts.get(entry.id());
        Characterization standIn = Characterizations.ofStandIn(entry, published).orElse(null);
        boolean original = false;
        List<Run> runs = new ArrayList<>();
        for (BatchFolder batch : batches) {
            for (BatchItem item : batch.plan()) {
                if (item.benchmark().equals(entry.id())) {
                    boolean isOriginal = isOriginal(entry, summary(batch.runFolder(item)));
                    original |= isOriginal;
                    runs.add(run(batch, item, entry, isOriginal ? published : standIn));
                }
            }
        }
        Characterization text = original || standIn == null && runs.isEmpty() ? published : standIn;
        if (!runs.isEmpty()) {
            return Optional.of(new Exhibit(entry.id(), entry.title(), text, null, runs));
        }
        if (text == null) {
            return Optional.empty();
        }
        String why = Availability.of(entry, options).reason();
        Run none = new Run("", null, "", "", "", null, Axis.RUN_TIME,
                ClaimJudge.unjudged(text, why == null ? ClaimDoubt.NOT_IN_BATCH : ClaimDoubt.NOT_RUN), List.of(), null,
                null);
        return Optional.of(new Exhibit(entry.id(), entry.title(), text,
                why == null ? "it is not in this batch; scripts/gallery " + entry.id() + " runs it" : why,
                List.of(none)));
    }

    /** Returns whether the original program ran; a run that failed before its start is one of what would have run. */
    private boolean isOriginal(Entry entry, Optional<RunSummary> summary) {
        boolean standIn = summary.isPresent() ? BatchSummary.notSpec(summary.get()) : options.specTree() == null;
        return entry.spec() != null && !standIn;
    }

    /** @param text statements about the program that ran; null if there are none */
    private Run run(BatchFolder batch, BatchItem item, Entry entry, Characterization text) throws IOException {
        RunFolder run = new RunFolder(batch.runFolder(item));
        Outcome outcome = batch.log()
                .read()
                .stream()
                .filter(o -> o.item().equals(item))
                .reduce((a, b) -> b)
                .orElse(null);
        Boolean ok = outcome == null ? null : (Boolean) outcome.ok();
        String reason = outcome == null ? "" : outcome.reason();
        Path chart = Files.isRegularFile(run.chart()) ? run.chart() : null;
        String link = Stream.of(run.page(), run.chart())
                .filter(Files::isRegularFile)
                .findFirst()
                .map(f -> folder.relativize(f.toAbsolutePath()).toString())
                .orElse(null);
        Optional<RunSummary> summary = summary(run.path());
        List<BinnedCounts> counts = text == null || !Boolean.TRUE.equals(ok) ? List.of() : counts(run);
        List<ClaimDoubt> doubts = text == null || counts.isEmpty() || summary.isEmpty() ? List.of()
                : doubts(summary.get(), entry, text);
        List<JudgedClaim> claims = text == null ? List.of()
                : counts.isEmpty()
                        ? ClaimJudge.unjudged(text,
                                outcome == null ? ClaimDoubt.NOT_ENDED
                                        : outcome.ok() ? ClaimDoubt.NOT_ANALYSED : ClaimDoubt.RUN_FAILED)
                        : ClaimJudge.judge(text, counts, doubts.isEmpty());
        return new Run(item.period(), ok, reason, summary.map(RunCaption::label).orElse(""),
                summary.map(RunCaption::source).orElse(""), summary.map(RunSummary::structure).orElse(null),
                counts.isEmpty() ? Axis.RUN_TIME : counts.get(0).axis(), claims, doubts, chart, link);
    }

    /** Returns the counts of a run; empty if its recording is missing or damaged. */
    private static List<BinnedCounts> counts(RunFolder run) {
        try {
            Periods periods = Periods.of(Recording.open(run.recording()));
            return periods.collect(Progress.NONE,
                    Envelopes.countsCollector(periods, Envelopes.defaultAxis(periods), StructureAnalysis.FINE_BINS));
        } catch (RunbenchException e) {
            return List.of();
        }
    }

    private static List<ClaimDoubt> doubts(RunSummary s, Entry entry, Characterization text) {
        Variant variant = text.ofStandIn() ? entry.local() : entry.spec();
        boolean described = s.provenance().run() != null
                && variant.defaultRun().equals(s.provenance().run().path("run").asText());
        return described ? List.of() : List.of(ClaimDoubt.OTHER_INPUT);
    }

    /** Returns the summary of a run; empty if it failed before anything was measured. */
    private static Optional<RunSummary> summary(Path folder) {
        try {
            return Optional.of(RunSummary.read(new RunFolder(folder).summary()));
        } catch (RunbenchException e) {
            return Optional.empty();
        }
    }
}
