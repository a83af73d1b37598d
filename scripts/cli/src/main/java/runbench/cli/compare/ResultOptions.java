package runbench.cli.compare;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import runbench.cli.option.OptionSection;

/** Where a comparison goes. */
@OptionSection("Results")
final class ResultOptions {
    @Option(names = "--csv", paramLabel = "FILE", order = 40, description = "Write the values of all runs as CSV too.")
    Path csv;

    @Option(names = "--chart", paramLabel = "FILE", order = 41, description = "Draw it: FILE.png or FILE.svg.")
    Path chart;

    @Option(names = "--page", paramLabel = "FILE", order = 41,
            description = "Write it as a page to hand on: one HTML file.")
    Path page;

    @Option(names = "--otava", paramLabel = "DIR", order = 42,
            description = "Write the runs of A and B as a series for Apache Otava: CSV and otava.yaml.")
    Path otava;

    @Option(names = "--json", order = 43, description = "Print the comparison as JSON.")
    boolean json;

    @Option(names = {"-q", "--quiet"}, order = 44,
            description = "Print nothing but errors; no progress. The exit code tells.")
    boolean quiet;
}
