package runbench.measure;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import runbench.base.digest.Digests;
import runbench.base.error.RunbenchException;
import runbench.parser.metrics.MetricEnvelopes;
import runbench.parser.metrics.SampleSpread;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.stats.RunLog;
import runbench.parser.stats.RunSummary;
import runbench.parser.view.Curves;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;
import runbench.plotter.figure.Strip;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.Abscissa;
import runbench.report.LoggedBands;
import runbench.report.ShownCurves;
import runbench.report.page.RunPage;
import runbench.report.page.ShownRun;

/** Collects the data of a run's page during the one pass over its recording. */
final class PageParts {
    private final RunView view;
    private final Axis axis;
    private final Requested<List<Envelope>> events;
    private final Requested<List<Envelope>> metrics;
    private final Requested<List<SampleSpread>> spreads;
    /** SHA-256 of the recording. Hashing takes as long as reading the file, so it runs in parallel. */
    private final CompletableFuture<String> checksum;

    PageParts(RunView view, Axis axis) {
        this.view = view;
        this.axis = axis;
        int bins = HtmlPage.usefulBins(1, view.periods().events().size() + view.metrics().size());
        events = view.envelopes(axis, bins);
        metrics = view.gathered(MetricEnvelopes.collector(view.periods(), view.metrics(), axis, bins));
        spreads = view.spreads(axis, bins);
        Path recording = view.periods().recording().path();
        checksum = CompletableFuture.supplyAsync(() -> digest(recording));
    }

    private static String digest(Path recording) {
        try {
            return Digests.of(recording);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes the page.
     *
     * @param chart a chart is being drawn at the same time
     */
    void write(RunSummary summary, RunLog log, JsonNode record, Path file, boolean chart) {
        Curves curves = new Curves(axis, events.get(), metrics.get(), Optional.empty());
        Optional<Strip> logged = axis == Axis.WALL_TIME
                ? new LoggedBands(log, view.periods().startWallNanos(), Abscissa.own(axis)).behind()
                : Optional.empty();
        ShownRun run = new ShownRun(summary, axis, ShownCurves.of(view.periods(), view.metrics(), curves),
                spreads.get(), logged, RunFacts.of(record, view.periods().recording().path(), file, chart),
                checksum.join());
        try {
            HtmlPage.write(RunPage.of(run), file);
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": the page cannot be written: " + e.getMessage())
                    .remedy("make room or name another place: runbench plot " + view.periods().recording().path()
                            + " --page FILE")
                    .causedBy(e);
        }
    }
}
