package runbench.cli.pas2p;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.base.error.RunbenchException;
import runbench.base.json.OutputFormat;
import runbench.cli.option.OptionSection;
import runbench.cli.option.PrintedOptions;
import runbench.cli.output.Terminal;
import runbench.pas2p.efficiency.EfficiencyAnalysis;
import runbench.pas2p.efficiency.EfficiencyReport;
import runbench.pas2p.efficiency.TalpReport;
import runbench.pas2p.hierarchy.HierarchyReport;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.trace.MpiTrace;
import runbench.plotter.figure.Figure;
import runbench.plotter.render.awt.Charts;
import runbench.report.EfficiencyCharts;
import runbench.report.PhaseCharts;
import runbench.report.text.EfficiencyText;
import runbench.report.text.HierarchyText;
import runbench.report.text.PhaseText;

/** {@code runbench pas2p analyze}: from a trace to its phases. */
@OptionSection("What is shown and written")
@Command(name = "analyze", mixinStandardHelpOptions = true, sortOptions = false, abbreviateSynopsis = true,
        description = {"Finds the phases and iterations of a trace, and what they cost.",
                "Orders the events of all ranks logically, finds what repeats, and the POP efficiencies of each phase. Writes phases.json, hierarchy.json, efficiency.json, tables as CSV and charts."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p analyze run1",
                "  runbench pas2p analyze run1 --level all                every phase by itself",
                "  runbench pas2p analyze run1 --talp pages/app/4x1.json  for talp-pages",
                "  runbench pas2p analyze node1/run1 node2/run1 -o run1   its files in two places"})
public final class AnalyzeCommand implements Callable<Integer> {
    private static final String REAL_TIME = "phases-time";
    private static final String SHARES = "phases-shares";
    private static final String EFFICIENCIES = "efficiency";
    private static final String COMMUNICATION = "communication";

    @Parameters(paramLabel = "TRACE", arity = "1..*",
            description = "Directory with rank-NNNNN.mpit files (or directories of them, one per node).")
    private List<Path> places;

    @Mixin
    private AnalysisOptions analysisOptions;

    @Option(names = "--level", paramLabel = "N|top|all", defaultValue = "top", converter = ShownLevel.Converter.class,
            order = 29,
            description = "Which phases to print: top (the iteration and what it is made of), all (those of the trace, one by one),"
                    + " or those of a level, 1 being the outermost. Default: ${DEFAULT-VALUE}.")
    private ShownLevel level;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 30,
            description = "Where to write (default: the first TRACE).")
    private Path output;

    @Option(names = "--occurrences", order = 31, description = "Write every occurrence into occurrences.csv too.")
    private boolean occurrences;

    @Option(names = "--no-plot", order = 32, description = "Draw no charts.")
    private boolean noPlot;

    @Option(names = "--svg", order = 33, description = "Draw the charts as SVG too.")
    private boolean svg;

    @Option(names = "--no-efficiency", order = 33, description = "Phases alone, without what they cost.")
    private boolean noEfficiency;

    @Option(names = "--talp", paramLabel = "FILE", order = 33,
            description = "Write the efficiencies as DLB's TALP does too, for talp-pages.")
    private Path talp;

    @Mixin
    private PrintedOptions printed;

    @Override
    public Integer call() throws IOException {
        if (talp != null && noEfficiency) {
            throw RunbenchException.badInput("--talp " + talp + ": efficiencies are what it holds")
                    .remedy("leave out --no-efficiency");
        }
        Path directory = output != null ? output
                : Files.isDirectory(places.get(0)) ? places.get(0) : places.get(0).toAbsolutePath().getParent();
        try (Terminal terminal = printed.terminal()) {
            MpiTrace trace = analysisOptions.open(places, terminal);
            EfficiencyAnalysis efficiency = noEfficiency ? null : analysisOptions.efficiency(trace, terminal);
            PhaseAnalysis analysis = noEfficiency ? analysisOptions.analyse(trace, terminal)
                    : efficiency.phaseAnalysis();
            PhaseHierarchy hierarchy = PhaseHierarchy.of(analysis);
            PhaseReport.write(trace, analysis, directory, occurrences);
            HierarchyReport.write(hierarchy, directory);
            if (efficiency != null) {
                EfficiencyReport.write(trace, efficiency, directory);
            }
            if (talp != null) {
                TalpReport.write(trace, efficiency, talp);
            }
            if (!noPlot) {
                PhaseCharts charts = new PhaseCharts(trace, analysis, hierarchy);
                Files.createDirectories(directory);
                draw(charts.timeline(), directory, REAL_TIME);
                draw(charts.shares(), directory, SHARES);
                if (efficiency != null) {
                    EfficiencyCharts costs = new EfficiencyCharts(trace, efficiency);
                    draw(costs.efficiencies(), directory, EFFICIENCIES);
                    draw(costs.communication(), directory, COMMUNICATION);
                }
            }
            printed.print(OutputFormat.PHASES, () -> json(trace, analysis, hierarchy, efficiency), out -> {
                if (level.isAll()) {
                    PhaseText.print(out, trace, analysis);
                } else {
                    PhaseText.printRun(out, trace, analysis);
                    level.print(out, hierarchy);
                    PhaseText.printBalance(out, analysis);
                }
                if (efficiency != null) {
                    EfficiencyText.print(out, trace, efficiency);
                }
                out.println("written: " + directory.resolve(PhaseReport.JSON_FILE) + ", " + PhaseReport.CSV_FILE + ", "
                        + HierarchyReport.JSON_FILE + ", " + HierarchyReport.CSV_FILE
                        + (noPlot ? "" : ", " + REAL_TIME + ".png, " + SHARES + ".png")
                        + (efficiency == null ? ""
                                : ", " + EfficiencyReport.JSON_FILE + ", tables as CSV"
                                        + (noPlot ? "" : ", " + EFFICIENCIES + ".png, " + COMMUNICATION + ".png"))
                        + (talp == null ? "" : ", " + talp));
            });
        }
        return 0;
    }

    private static ObjectNode json(MpiTrace trace, PhaseAnalysis analysis, PhaseHierarchy hierarchy,
            EfficiencyAnalysis efficiency) {
        ObjectNode all = PhaseReport.json(trace, analysis);
        all.set("hierarchy", HierarchyReport.json(hierarchy));
        if (efficiency != null) {
            all.set("efficiency", EfficiencyReport.json(trace, efficiency));
        }
        return all;
    }

    private void draw(Figure figure, Path directory, String name) {
        Charts.writePng(figure, directory.resolve(name + ".png"));
        if (svg) {
            Charts.writeSvg(figure, directory.resolve(name + ".svg"));
        }
    }
}
