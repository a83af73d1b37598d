package runbench.cli.run;

import java.nio.file.Path;
import java.util.List;
import runbench.cli.Terminal;
import runbench.parser.export.Exports;
import runbench.parser.metrics.Metric;
import runbench.parser.record.Recording;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;

/** From a recording to the files that people read. */
final class Analysis {
    private final Terminal terminal;
    private final Recording recording;
    /** One for all steps: it keeps what the first pass over the recording found. */
    private final Periods periods;

    Analysis(Terminal terminal, Recording recording) {
        this.terminal = terminal;
        this.recording = recording;
        periods = Periods.of(recording);
    }

    /** Writes samples.csv, the gnuplot files and summary.json. */
    RunSummary tables(RunFolder to) {
        return tables(Metrics.of(recording, null), to);
    }

    /** The same with these metrics instead of those that the recording was made for. */
    RunSummary tables(List<Metric> metrics, RunFolder to) {
        RunSummary summary = RunSummary.of(periods, metrics, terminal.start("summarising", " records"));
        summary.write(to.summary());
        Exports.all(periods, metrics, summary, to.path(), summary.benchmark(), terminal.start("writing CSV", " records"));
        terminal.close();
        return summary;
    }

    /** Draws chart.png, and chart.svg on request. */
    Path chart(RunSummary summary, RunFolder to, boolean svg) {
        RunCharts.draw(RunCharts.figure(periods, Metrics.of(recording, null), summary, Envelopes.defaultAxis(periods), RunCharts.BUCKETS,
                terminal.start("drawing", " records")), to.chart(), svg ? to.svg() : null, 1);
        terminal.close();
        return to.chart();
    }
}
