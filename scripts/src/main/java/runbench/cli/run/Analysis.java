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

    Analysis(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Writes samples.csv, the gnuplot files and summary.json. */
    RunSummary tables(Recording recording, RunFolder to) {
        return tables(recording, Metrics.of(recording, null), to);
    }

    /** The same with these metrics instead of those that the recording was made for. */
    RunSummary tables(Recording recording, List<Metric> metrics, RunFolder to) {
        Periods periods = Periods.of(recording);
        RunSummary summary = RunSummary.of(periods, metrics, terminal.start("summarising", " records"));
        summary.write(to.summary());
        Exports.all(periods, metrics, summary, to.path(), summary.benchmark(), terminal.start("writing CSV", " records"));
        terminal.close();
        return summary;
    }

    /** Draws chart.png, and chart.svg on request. */
    Path chart(Recording recording, RunSummary summary, RunFolder to, boolean svg) {
        Periods periods = Periods.of(recording);
        RunCharts.draw(RunCharts.figure(periods, Metrics.of(recording, null), summary, Envelopes.defaultAxis(periods), RunCharts.BUCKETS,
                terminal.start("drawing", " records")), to.chart(), svg ? to.svg() : null, 1);
        terminal.close();
        return to.chart();
    }
}
