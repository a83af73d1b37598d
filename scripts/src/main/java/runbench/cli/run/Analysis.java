package runbench.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import runbench.cli.Terminal;
import runbench.cluster.RecordingClock;
import runbench.measure.RunFolder;
import runbench.parser.metrics.Metric;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;
import runbench.parser.view.Curves;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;
import runbench.plotter.figure.Figure;
import runbench.plotter.render.awt.Charts;
import runbench.report.Abscissa;
import runbench.report.ReferenceLane;
import runbench.report.RunCharts;
import runbench.report.TaskPanels;

/** From a recording to the files that people read, in one reading for all of them. */
final class Analysis {
    /** Fewer than for one panel's band: several lines must stay apart. */
    private static final int LINE_BUCKETS = 200;

    private final Terminal terminal;
    private final RunView view;
    private final Requested<RunSummary> summary;
    private Supplier<Curves> curves;
    /** Null on the recording's own axis. */
    private ReferenceLane lane;

    Analysis(Terminal terminal, Recording recording, List<Metric> metrics) {
        this.terminal = terminal;
        view = RunView.of(recording, metrics);
        summary = view.summary();
    }

    /** Asks for a chart along the recording's own axis. */
    Analysis withChart() {
        return withChart(null, RunCharts.BUCKETS);
    }

    /** @param asked null for the recording's own axis */
    Analysis withChart(Axis asked, int buckets) {
        curves = view.curves(asked, buckets, TaskPanels.ROWS, Math.min(buckets, RunCharts.BUCKETS));
        return this;
    }

    /** Asks for a chart on the time of the clock to which the recording's leads. */
    Analysis withReferenceChart(RecordingClock clock, int buckets) {
        long start = view.periods().startWallNanos();
        lane = ReferenceLane.alone(clock.chain().reference(), clock.chain().node(), clock.timelineFrom(start), start);
        return withChart(Axis.WALL_TIME, buckets);
    }

    /** Writes samples.csv, the gnuplot files and summary.json. */
    RunSummary tables(RunFolder to) {
        Requested<Path> csv = view.csv(to.path().resolve("samples.csv"));
        Requested<List<Path>> gnuplot = view.gnuplot(to.path(), view.periods().recording().metadata().benchmark());
        RunSummary found = read("writing CSV");
        found.write(to.summary());
        csv.get();
        gnuplot.get();
        return found;
    }

    /** Draws chart.png, and chart.svg on request; asked for, and the tables written before. */
    Path chart(RunSummary known, RunFolder to, boolean svg) {
        draw(RunCharts.figure(view.periods(), view.metrics(), known, curves.get(), abscissa()), to.chart(), svg ? to.svg() : null, 1);
        return to.chart();
    }

    /** The chart that was asked for. @param byTask of how many tasks each event gets a line besides */
    Figure figure(int byTask) {
        RunSummary found = read("drawing");
        Periods periods = view.periods();
        Figure figure = RunCharts.figure(periods, view.metrics(), found, curves.get(), abscissa());
        if (byTask > 0) {
            TaskPanels.requireSamplesOfTasks(periods, found);
            TaskPanels.addLines(figure, periods, found, curves.get().axis(), LINE_BUCKETS, byTask, abscissa());
        }
        return figure;
    }

    private Abscissa abscissa() {
        return lane == null ? Abscissa.own(curves.get().axis()) : lane;
    }

    private RunSummary read(String what) {
        view.read(terminal.start(what, " records"));
        terminal.close();
        return summary.get();
    }

    static void draw(Figure figure, Path png, Path svg, double scale) {
        Charts.writePng(figure, png, scale);
        if (svg != null) {
            Charts.writeSvg(figure, svg);
        }
    }
}
