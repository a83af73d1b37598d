package runbench.cli.run;

import java.nio.file.Path;
import java.util.List;
import runbench.cli.Terminal;
import runbench.measure.RunFolder;
import runbench.parser.export.Exports;
import runbench.parser.metrics.Metric;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;
import runbench.plotter.figure.Figure;

/** From a recording to the files that people read. */
final class Analysis {
    /** Fewer than for one panel's band: several lines must stay apart. */
    private static final int LINE_BUCKETS = 200;

    private final Terminal terminal;
    private final List<Metric> metrics;
    /** One for all steps: it keeps what the first pass over the recording found. */
    private final Periods periods;

    Analysis(Terminal terminal, Recording recording, List<Metric> metrics) {
        this.terminal = terminal;
        this.metrics = metrics;
        periods = Periods.of(recording);
    }

    RunSummary summary() {
        return RunSummary.of(periods, metrics, terminal.start("summarising", " records"));
    }

    /** Writes samples.csv, the gnuplot files and summary.json. */
    RunSummary tables(RunFolder to) {
        RunSummary summary = summary();
        summary.write(to.summary());
        Exports.all(periods, metrics, summary, to.path(), summary.benchmark(), terminal.start("writing CSV", " records"));
        terminal.close();
        return summary;
    }

    /** Draws chart.png, and chart.svg on request. */
    Path chart(RunSummary summary, RunFolder to, boolean svg) {
        RunCharts.draw(figure(summary, null, RunCharts.BUCKETS, 0), to.chart(), svg ? to.svg() : null, 1);
        terminal.close();
        return to.chart();
    }

    /**
     * @param asked  null for the recording's own axis
     * @param byTask of how many tasks each event gets a line besides
     */
    Figure figure(RunSummary summary, Axis asked, int buckets, int byTask) {
        Axis axis = asked == null ? Envelopes.defaultAxis(periods) : asked;
        Figure figure = RunCharts.figure(periods, metrics, summary, axis, buckets, terminal.start("drawing", " records"));
        if (byTask > 0) {
            TaskPanels.requireSamplesOfTasks(periods, summary);
            TaskPanels.addLines(figure, periods, summary, axis, LINE_BUCKETS, byTask);
        }
        return figure;
    }
}
