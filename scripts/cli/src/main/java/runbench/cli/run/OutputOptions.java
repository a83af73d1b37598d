package runbench.cli.run;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.measure.OutputRequest;

/** Options for the files of a run. */
@OptionSection("Results")
final class OutputOptions extends PrintedOptions {
    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 30,
            description = "Folder for the files of this run (default: NAME/<UTC time>/ in $RUNBENCH_RESULTS, else in "
                    + "./results/, or inside a clone in the clone's results/).")
    Path directory;

    @Option(names = "--show-output", order = 31,
            description = "Print the output of the program while it runs. benchmark.out and benchmark.err always "
                    + "hold it.")
    boolean showOutput;

    @Option(names = "--no-chart", order = 31, description = "Draw no chart and write no page.")
    boolean noChart;

    @Option(names = "--no-page", order = 32, description = "Write no interactive page (page.html).")
    boolean noPage;

    @Option(names = "--svg", order = 32, description = "Draw the chart as SVG too.")
    boolean svg;

    /** With --json, standard output is for the summary. */
    OutputRequest request() {
        return new OutputRequest(directory, true, !noChart, svg, !noChart && !noPage,
                showOutput ? isJson() ? System.err : System.out : null, showOutput ? System.err : null);
    }
}
