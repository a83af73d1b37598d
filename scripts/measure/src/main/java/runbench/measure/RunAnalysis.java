package runbench.measure;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import runbench.base.progress.ProgressDisplay;
import runbench.parser.metrics.Metric;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.simpoint.TaskCourses;
import runbench.parser.stats.MetricCsv;
import runbench.parser.stats.RegionCsv;
import runbench.parser.stats.RunLog;
import runbench.parser.stats.RunSummary;
import runbench.parser.structure.Structure;
import runbench.parser.structure.StructureAnalysis;
import runbench.parser.structure.StructureCsv;
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

/** From a recording to the files that people read, in one reading for all of them. */
public final class RunAnalysis {
    /** Fewer than for one panel's band: several lines must stay apart. */
    private static final int LINE_BUCKETS = 200;

    private final ProgressDisplay display;
    private final RunView view;
    private final RunLog log;
    private final Requested<RunSummary> summary;
    /** Right after the run: the names of what ran are to be kept. */
    private boolean keeping;
    private RunFunctions functions;
    private Supplier<Curves> curves;
    private PageParts page;
    private RunSummary found;
    private Axis axis;
    /** Null on the recording's own axis. */
    private ReferenceLane lane;

    public RunAnalysis(ProgressDisplay display, Recording recording, List<Metric> metrics) {
        this.display = display;
        view = RunView.of(recording, metrics);
        log = LoggedRun.beside(recording);
        axis = Envelopes.defaultAxis(view.periods());
        summary = view.summary(log);
    }

    /** Asks for the names of the functions that ran, to be kept with the tables. */
    RunAnalysis withFunctions() {
        keeping = true;
        return this;
    }

    /** Asks for a chart along the recording's own axis; along wall time where the program logged what it was doing. */
    public RunAnalysis withChart() {
        return withChart(null, RunCharts.BUCKETS);
    }

    /** @param asked null for the recording's own axis */
    public RunAnalysis withChart(Axis asked, int buckets) {
        axis = along(asked);
        curves = view.curves(axis, buckets, TaskPanels.ROWS, Math.min(buckets, RunCharts.BUCKETS));
        return this;
    }

    /** Asks for the interactive page, on the axis of {@link #withChart()}. @param asked null for the recording's own */
    public RunAnalysis withPage(Axis asked) {
        page = new PageParts(view, along(asked));
        return this;
    }

    private Axis along(Axis asked) {
        boolean logged = !log.intervals().isEmpty() && !view.periods().recording().metadata().countsInstructions();
        return asked != null ? asked : logged ? Axis.WALL_TIME : Envelopes.defaultAxis(view.periods());
    }

    /**
     * Asks for a chart on another clock's time.
     *
     * @param of the lane of a recording that begins then, CLOCK_MONOTONIC in ns
     */
    public RunAnalysis withReferenceChart(LongFunction<ReferenceLane> of, int buckets) {
        lane = of.apply(view.periods().startWallNanos());
        return withChart(Axis.WALL_TIME, buckets);
    }

    /**
     * Writes samples.csv, the gnuplot files, summary.json, structure.csv, metrics.csv where some were asked for, and
     * regions.csv where the program logged some.
     */
    public RunSummary tables(RunFolder to) {
        Requested<Path> csv = view.csv(to.path().resolve("samples.csv"));
        Requested<List<Path>> gnuplot = view.gnuplot(to.path(), view.periods().recording().metadata().benchmark());
        read("writing CSV", true);
        found.write(to.summary());
        csv.get();
        gnuplot.get();
        if (!found.metrics().isEmpty()) {
            MetricCsv.write(found.metrics(), to.path().resolve("metrics.csv"));
        }
        StructureCsv.write(found.structure(), to.path().resolve("structure.csv"));
        if (keeping) {
            functions.keep(view.periods().recording());
        }
        if (found.log() != null && !found.log().regions().isEmpty()) {
            RegionCsv.write(found.log(), to.path().resolve("regions.csv"));
        }
        return found;
    }

    /** Draws chart.png, and chart.svg on request; asked for, and the tables written before. */
    public Path chart(RunSummary known, RunFolder to, boolean svg) {
        draw(RunCharts.figure(view.periods(), view.metrics(), known, curves.get(), abscissa(), bands()), to.chart(),
                svg ? to.svg() : null, 1);
        return to.chart();
    }

    /**
     * Writes the page that was asked for, when the tables or the figure have been made.
     *
     * @param record the run's own (run.json); a missing node where there is none
     * @throws runbench.base.error.RunbenchException (machine) where the file cannot be written
     */
    public Path page(RunSummary known, Path file, JsonNode record) {
        page.write(known, log, record, file, curves != null);
        return file;
    }

    /** The same beside what the run wrote down in its folder. */
    public Path page(Recording recording, Path file) {
        Path folder = recording.path().toAbsolutePath().getParent();
        return page(found, file, RunRecord.of(new RunFolder(folder)));
    }

    /** The chart that was asked for. @param byTask of how many tasks each event gets a line besides */
    public Figure figure(int byTask) {
        read("drawing", page != null);
        Periods periods = view.periods();
        Figure figure = RunCharts.figure(periods, view.metrics(), found, curves.get(), abscissa(), bands());
        if (byTask > 0) {
            TaskPanels.requireSamplesOfTasks(periods, found);
            TaskPanels.addLines(figure, periods, found, curves.get().axis(), LINE_BUCKETS, byTask, abscissa());
        }
        return figure;
    }

    /** Logged stamps are times: along anything else they have no place. */
    private LoggedBands bands() {
        return new LoggedBands(curves.get().axis() == Axis.WALL_TIME ? log : RunLog.NONE,
                view.periods().startWallNanos(), abscissa());
    }

    private Abscissa abscissa() {
        return lane == null ? Abscissa.own(curves.get().axis()) : lane;
    }

    /** @param ran what ran is wanted too */
    private RunSummary read(String what, boolean ran) {
        Requested<Structure> structure = view.gathered(StructureAnalysis.collector(view.periods(), axis));
        Requested<SampledCode> code = ran ? RunFunctions.gathered(view) : null;
        Optional<Requested<TaskCourses>> courses = RunIntervals.gathered(view);
        view.read(display.start(what, " records"));
        display.close();
        found = summary.get().with(structure.get());
        courses.ifPresent(c -> found = RunIntervals.placed(found, view.periods().recording(), c.get(), display));
        if (ran) {
            functions = keeping ? RunFunctions.ofRun(code.get(), structure.get())
                    : RunFunctions.later(view.periods().recording(), code.get(), structure.get());
            found = functions.summary().map(found::with).orElse(found);
        }
        return found;
    }

    public static void draw(Figure figure, Path png, Path svg, double scale) {
        Charts.writePng(figure, png, scale);
        if (svg != null) {
            Charts.writeSvg(figure, svg);
        }
    }
}
