package runbench.measure;

import java.nio.file.Path;
import java.util.List;
import runbench.parser.metrics.Metric;
import runbench.parser.record.Recording;
import runbench.parser.stats.RunSummary;

/** From a run's recording to the files that people read. */
public interface RunAnalysis {
    /** Begins the analysis of one recording. */
    @FunctionalInterface
    interface Factory {
        RunAnalysis of(Recording recording, List<Metric> metrics);
    }

    /** Reads what a chart needs along with the tables, so that one reading serves both; asked before {@link #tables}. */
    void withChart();

    /** Writes tables and summary. */
    RunSummary tables(RunFolder to);

    /** Draws the chart, as SVG too on request. */
    Path chart(RunSummary summary, RunFolder to, boolean svg);
}
