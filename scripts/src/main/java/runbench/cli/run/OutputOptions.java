package runbench.cli.run;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options of every command that leaves a run's files. */
final class OutputOptions {
    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 30,
            description = "Folder for the files of this run (default: results/NAME/<UTC time>/).")
    Path directory;

    @Option(names = "--no-plot", order = 31, description = "Draw no chart.")
    boolean noPlot;

    @Option(names = "--svg", order = 32, description = "Draw the chart as SVG too.")
    boolean svg;

    @Option(names = "--open", order = 33, description = "Open the chart when it is done.")
    boolean open;

    @Option(names = "--json", order = 34, description = "Print the summary as JSON.")
    boolean json;

    @Option(names = {"-q", "--quiet"}, order = 35, description = "Print nothing but errors; no progress.")
    boolean quiet;
}
