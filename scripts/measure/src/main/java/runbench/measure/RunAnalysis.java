package runbench.measure;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.parser.metrics.Metric;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.simpoint.TaskCourses;
import runbench.parser.stats.RunCsv;
import runbench.parser.stats.RunLog;
import runbench.parser.stats.RunSummary;
import runbench.parser.structure.Structure;
import runbench.parser.structure.StructureAnalysis;
import runbench.parser.symbols.SampledCode;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;
import runbench.parser.view.RunView.Curves;
import runbench.plotter.figure.Figure;
import runbench.plotter.render.awt.Charts;
import runbench.report.Abscissa;
import runbench.report.LoggedBands;
import runbench.report.ReferenceLane;
import runbench.report.RunCharts;
import runbench.report.TaskPanels;

/** Produces tables, chart and page of a recording in one pass over it. */
public final class RunAnalysis {
    /** Buckets of a line panel; fewer than for a band, so that several lines stay distinguishable. */
    private static final int LINE_BUCKETS = 200;

    private final ProgressDisplay display;
    private final RunView view;
    private final RunLog log;
    private final Requested<RunSummary> summary;
    /** True directly after the run: the names of the sampled functions are kept then. */
    private boolean isKeepingNames;
    private RunFunctions functions;
    private Supplier<Curves> curves;
    private PageParts page;
    private RunSummary found;
    private Axis axis;
    /** Reference time lane; null: the recording's own axis. */
    private ReferenceLane lane;

    public RunAnalysis(ProgressDisplay display, Recording recording, List<Metric> metrics) {
        this.display = display;
        view = RunView.of(recording, metrics);
        log = LoggedRun.beside(recording);
        axis = Envelopes.defaultAxis(view.periods());
        summary = view.summary(log);
    }

    /** Requests the names of the sampled functions, to be kept with the tables. */
    RunAnalysis withFunctions() {
        isKeepingNames = true;
        return this;
    }

    /** Requests a chart on the recording's own axis, or on wall time if the program wrote an application log. */
    public RunAnalysis withChart() {
        return withChart(null, RunCharts.BUCKETS);
    }

    /**
     * Requests a chart.
     *
     * @param asked axis; null: the recording's own
     * @param buckets maximum number of buckets
     */
    public RunAnalysis withChart(Axis asked, int buckets) {
        axis = along(asked);
        curves = view.curves(axis, buckets, TaskPanels.ROWS, Math.min(buckets, RunCharts.BUCKETS));
        return this;
    }

    /**
     * Requests the interactive page on the axis of {@link #withChart()}.
     *
     * @param asked axis; null: the recording's own
     */
    public RunAnalysis withPage(Axis asked) {
        page = new PageParts(view, along(asked));
        return this;
    }

    private Axis along(Axis asked) {
        boolean logged = !log.intervals().isEmpty() && !view.periods().recording().metadata().countsInstructions();
        return asked != null ? asked : logged ? Axis.WALL_TIME : Envelopes.defaultAxis(view.periods());
    }

    /**
     * Requests a chart in the time of another clock.
     *
     * @param laneAtStart returns the lane of a recording from its start time, CLOCK_MONOTONIC in ns
     */
    public RunAnalysis withReferenceChart(LongFunction<ReferenceLane> laneAtStart, int buckets) {
        lane = laneAtStart.apply(view.periods().startWallNanos());
        return withChart(Axis.WALL_TIME, buckets);
    }

    /**
     * Writes samples.csv, the gnuplot files, summary.json and structure.csv. Also writes metrics.csv if metrics were
     * requested and regions.csv if the program logged regions.
     */
    public RunSummary tables(RunFolder to) {
        Requested<Path> csv = view.csv(to.path().resolve("samples.csv"));
        Requested<List<Path>> gnuplot = view.gnuplot(to.path(), view.periods().recording().metadata().benchmark());
        read("writing CSV", RunFunctions.gathered(view), structure());
        found.write(to.summary());
        csv.get();
        gnuplot.get();
        if (!found.metrics().isEmpty()) {
            RunCsv.writeMetrics(found.metrics(), to.path().resolve("metrics.csv"));
        }
        RunCsv.writeSegments(found.structure(), to.path().resolve("structure.csv"));
        if (isKeepingNames) {
            functions.keep(view.periods().recording());
        }
        if (found.log() != null && !found.log().regions().isEmpty()) {
            RunCsv.writeRegions(found.log(), to.path().resolve("regions.csv"));
        }
        return found;
    }

    /**
     * Writes summary.json without phases, and the names of the sampled functions. A program may change after a run, so
     * its names are looked up even if no table is requested.
     */
    RunSummary totals(RunFolder to) {
        read("reading samples", RunFunctions.gathered(view), null);
        found.write(to.summary());
        functions.keep(view.periods().recording());
        return found;
    }

    /** Draws chart.png, and chart.svg on request. The chart must have been requested and the tables written before. */
    public Path chart(RunSummary known, RunFolder to, boolean svg) {
        draw(RunCharts.figure(view.periods(), view.metrics(), known, curves.get(), abscissa(), bands()), to.chart(),
                svg ? to.svg() : null, 1);
        return to.chart();
    }

    /**
     * Writes the requested page after the tables or the figure.
     *
     * @param record contents of run.json; a missing node if there is none
     * @throws runbench.base.error.RunbenchException (machine) the file cannot be written
     */
    public Path page(RunSummary known, Path file, JsonNode record) {
        page.write(known, log, record, functions == null ? null : functions.stacks().orElse(null), file,
                curves != null);
        return file;
    }

    /** Writes the requested page of the recording that was read last. */
    public Path page(Path file, JsonNode record) {
        return page(found, file, record);
    }

    /**
     * Returns the requested chart.
     *
     * @param byTask number of tasks with a line of their own per event
     */
    public Figure figure(int byTask) {
        read("drawing", page != null ? RunFunctions.gathered(view) : null, structure());
        Periods periods = view.periods();
        Figure figure = RunCharts.figure(periods, view.metrics(), found, curves.get(), abscissa(), bands());
        if (byTask > 0) {
            TaskPanels.requireSamplesOfTasks(periods, found);
            TaskPanels.addLines(figure, periods, found, curves.get().axis(), LINE_BUCKETS, byTask, abscissa());
        }
        return figure;
    }

    /** Returns the logged regions. Logged stamps are times, so there are none on an axis of instructions. */
    private LoggedBands bands() {
        return new LoggedBands(curves.get().axis() == Axis.WALL_TIME ? log : RunLog.NONE,
                view.periods().startWallNanos(), abscissa());
    }

    private Abscissa abscissa() {
        return lane == null ? Abscissa.own(curves.get().axis()) : lane;
    }

    private Requested<Structure> structure() {
        return view.gathered(StructureAnalysis.collector(view.periods(), axis));
    }

    /**
     * Reads the recording.
     *
     * @param code the sampled code; null: functions are not looked up
     * @param structure the phases; null: they are not searched
     */
    private void read(String what, Requested<SampledCode> code, Requested<Structure> structure) {
        Optional<Requested<TaskCourses>> courses = RunIntervals.gathered(view);
        view.read(display.start(what, " records"));
        display.close();
        Structure phases = structure == null ? null : structure.get();
        found = summary.get().with(phases);
        courses.ifPresent(c -> found = RunIntervals.placed(found, view.periods().recording(), c.get(), display));
        if (code != null) {
            functions = isKeepingNames ? RunFunctions.ofRun(code.get(), phases)
                    : RunFunctions.later(view.periods().recording(), code.get(), phases);
            found = functions.summary().map(found::with).orElse(found);
        }
    }

    public static void draw(Figure figure, Path png, Path svg, double scale) {
        Charts.writePng(figure, png, scale);
        if (svg != null) {
            Charts.writeSvg(figure, svg);
        }
    }
}
