package runbench.cli.pas2p;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.cli.PrintedJson;
import runbench.cli.Terminal;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.trace.MpiTrace;
import runbench.plotter.figure.Figure;
import runbench.plotter.render.awt.Charts;
import runbench.report.PhaseCharts;
import runbench.report.text.PhaseText;

/** {@code runbench pas2p analyze}: from a trace to its phases. */
@Command(
        name = "analyze",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Orders the events of a trace logically, finds its phases, writes phases.json, phases.csv and charts.",
        footerHeading = "%nExample:%n",
        footer = {
            "  runbench pas2p analyze run1",
            "  runbench pas2p analyze node1/run1 node2/run1 -o run1-phases    a run whose files lie in two places"})
public final class AnalyzeCommand implements Callable<Integer> {
    private static final String REAL_TIME = "phases-time";
    private static final String SHARES = "phases-shares";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "TRACE", arity = "1..*",
            description = "Directory with rank-NNNNN.mpit files (or directories of them, one per node).")
    private List<Path> places;

    @Mixin
    private AnalysisOptions analysisOptions;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 30,
            description = "Where to write (default: the first TRACE).")
    private Path output;

    @Option(names = "--occurrences", order = 31, description = "Write every occurrence into occurrences.csv too.")
    private boolean occurrences;

    @Option(names = "--no-plot", order = 32, description = "Draw no charts.")
    private boolean noPlot;

    @Option(names = "--svg", order = 33, description = "Draw the charts as SVG too.")
    private boolean svg;

    @Option(names = "--json", order = 34, description = "Print phases.json instead of the table.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, order = 35, description = "Print nothing but errors; no progress.")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        Path directory = output != null ? output
                : Files.isDirectory(places.get(0)) ? places.get(0) : places.get(0).toAbsolutePath().getParent();
        try (Terminal terminal = Terminal.of(quiet)) {
            MpiTrace trace = analysisOptions.open(places, terminal);
            PhaseAnalysis analysis = analysisOptions.analyse(trace, terminal);
            PhaseReport.write(trace, analysis, directory, occurrences);
            if (!noPlot) {
                PhaseCharts charts = new PhaseCharts(trace, analysis);
                Files.createDirectories(directory);
                draw(charts.timeline(), directory, REAL_TIME);
                draw(charts.shares(), directory, SHARES);
            }
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                out.println(PrintedJson.text(PhaseReport.json(trace, analysis)));
            } else if (!quiet) {
                PhaseText.print(out, trace, analysis);
                out.println("written: " + directory.resolve(PhaseReport.JSON_FILE) + ", " + PhaseReport.CSV_FILE
                        + (noPlot ? "" : ", " + REAL_TIME + ".png, " + SHARES + ".png"));
            }
        }
        return 0;
    }

    private void draw(Figure figure, Path directory, String name) {
        Charts.writePng(figure, directory.resolve(name + ".png"));
        if (svg) {
            Charts.writeSvg(figure, directory.resolve(name + ".svg"));
        }
    }
}
