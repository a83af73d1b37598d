package runbench.cli.compare;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import runbench.cli.option.OptionSection;
import runbench.cli.option.PrintedOptions;

/** Options for the output of a comparison. */
@OptionSection("Results")
final class ResultOptions extends PrintedOptions {
    @Option(names = "--csv", paramLabel = "FILE", order = 40, description = "Write the values of all runs as CSV.")
    Path csv;

    @Option(names = "--chart", paramLabel = "FILE", order = 41, description = "Draw a chart: FILE.png or FILE.svg.")
    Path chart;

    @Option(names = "--page", paramLabel = "FILE", order = 41,
            description = "Write the comparison as one self-contained HTML page.")
    Path page;

    @Option(names = "--otava", paramLabel = "DIR", order = 42,
            description = "Write the runs of A and B as a series for Apache Otava: CSV and otava.yaml.")
    Path otava;
}
