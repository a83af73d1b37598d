package runbench.measure.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import runbench.align.log.RankRegions;
import runbench.align.run.ClusterFolder;
import runbench.align.run.ClusterRun;
import runbench.align.traces.Alignment;
import runbench.align.view.ClusterReading;
import runbench.align.view.ClusterReading.ClusterViews;
import runbench.align.view.ClusterView;
import runbench.align.view.ViewRequest;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.measure.machine.Metrics;
import runbench.measure.pas2p.AnalyzedTrace;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricTable;
import runbench.parser.record.Metadata;
import runbench.parser.record.Metadata.SampledBy;
import runbench.plotter.figure.Figure;
import runbench.plotter.render.awt.Charts;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.cluster.ClusterChart;
import runbench.report.page.ClusterPage;
import runbench.report.text.ClusterPhasesText;
import runbench.report.text.ProgramsText;

/** Writes chart, phase table and interactive page of a run after one pass over its recordings. */
public final class ClusterResults {
    /** Events and metrics of a typical run; with more of them, each gets fewer bins. */
    private static final int QUANTITIES = 6;

    private final ClusterRun run;
    private final ClusterFolder folder;
    private final ClusterViews views;
    private final List<String> asked;

    private ClusterResults(ClusterRun run, ClusterViews views, List<String> asked) {
        this.run = run;
        folder = run.folder();
        this.views = views;
        this.asked = asked;
    }

    /**
     * Reads a run.
     *
     * @throws RunbenchException (bad input) there is nothing to show
     */
    public static ClusterResults of(ClusterRun run, ViewRequest request, ProgressDisplay display) {
        // A whole run is always read in the page's buckets, so that its chart is the same with and without a page.
        int pageBins = request.isWhole() ? HtmlPage.usefulBins(run.ranks().size(), QUANTITIES) : request.buckets();
        // Most ranks ran on equal processors: to read the tables for each rank would take a tenth of the time.
        Map<List<Object>, List<Metric>> known = new ConcurrentHashMap<>();
        ClusterViews views = ClusterReading.of(Alignment.of(run), recording -> known
                .computeIfAbsent(processor(recording.metadata()), p -> Metrics.of(recording).select(MetricTable.ALL)),
                request, pageBins, display);
        return new ClusterResults(run, views, request.events());
    }

    /** Returns the values that determine the metrics of a recording. */
    private static List<Object> processor(Metadata of) {
        return List.of(of.mode().is(SampledBy.EMULATED), of.run().path("processor"));
    }

    public ClusterView view() {
        return views.chart();
    }

    /**
     * Draws the chart.
     *
     * @param svg file of the SVG; null: PNG only
     */
    public void chart(Path png, Path svg, double scale) {
        Figure figure = ClusterChart.of(view(), RankRegions.of(run, view().axis()::seconds), asked);
        Charts.writePng(figure, png, scale);
        if (svg != null) {
            Charts.writeSvg(figure, svg);
        }
    }

    /**
     * Writes the interactive page.
     *
     * @throws RunbenchException (machine) the file cannot be written
     */
    public void page(Path file) {
        try {
            HtmlPage.write(ClusterPage.of(views.page(), timeline(file)), file);
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": the page cannot be written: " + e.getMessage())
                    .remedy("make room or name another place: runbench plot " + folder.path() + " --page FILE")
                    .causedBy(e);
        }
    }

    /** Returns the page that {@code runbench pas2p analyze} wrote beside the trace, relative to a page's folder. */
    private Optional<String> timeline(Path page) {
        Path timeline = folder.trace().resolve(AnalyzedTrace.PAGE_FILE).toAbsolutePath().normalize();
        return !Files.isRegularFile(timeline) ? Optional.empty()
                : Optional.of(page.toAbsolutePath().normalize().getParent().relativize(timeline).toString());
    }

    /**
     * Writes phases.csv and phases.json, or programs.csv and programs.json of a plan.
     *
     * @throws RunbenchException (machine) they cannot be written
     */
    public void tables() {
        try {
            if (view().isOfPrograms()) {
                ProgramsText.csv(view(), folder.programsCsv());
                OutputFile.write(folder.programsJson(), view().json() + "\n");
                return;
            }
            ClusterPhasesText.csv(view(), folder.phasesCsv());
            OutputFile.write(folder.phases(), view().json() + "\n");
        } catch (IOException e) {
            throw RunbenchException.machine(folder.path() + ": the table cannot be written: " + e.getMessage())
                    .remedy("make room, then: runbench plot " + folder.path())
                    .causedBy(e);
        }
    }
}
