package runbench.measure.pas2p;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.base.file.OutputFolder;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.pas2p.efficiency.EfficiencyAnalysis;
import runbench.pas2p.efficiency.EfficiencyReport;
import runbench.pas2p.efficiency.RunTimeline;
import runbench.pas2p.efficiency.TalpReport;
import runbench.pas2p.hierarchy.HierarchyReport;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseReport;
import runbench.pas2p.trace.MpiTrace;
import runbench.plotter.figure.Figure;
import runbench.plotter.render.awt.Charts;
import runbench.plotter.render.html.HtmlPage;
import runbench.report.EfficiencyCharts;
import runbench.report.PhaseCharts;
import runbench.report.page.TracePage;

/**
 * A trace with the results of its analysis.
 *
 * @param trace the trace, on one time axis
 * @param phases its phases
 * @param hierarchy iterations and their parts
 * @param efficiency POP efficiencies; empty if they were not computed
 */
public record AnalyzedTrace(MpiTrace trace, PhaseAnalysis phases, PhaseHierarchy hierarchy,
        Optional<EfficiencyAnalysis> efficiency) {

    /** The interactive page of the trace. */
    public static final String PAGE_FILE = "timeline.html";

    /**
     * The wanted files of an analysis; its tables and its JSON are always written.
     *
     * @param withOccurrences writes a table of all occurrences
     * @param withCharts draws charts as PNG, and the page of an analysis with efficiencies
     * @param talp file for the efficiencies in the format of DLB's TALP; empty: none
     */
    public record Output(boolean withOccurrences, boolean withCharts, Optional<Path> talp) {}

    /** Returns everything as one JSON object. */
    public ObjectNode json() {
        ObjectNode all = PhaseReport.json(trace, phases);
        all.set("hierarchy", HierarchyReport.json(hierarchy));
        efficiency.ifPresent(e -> all.set("efficiency", EfficiencyReport.json(trace, e)));
        return all;
    }

    /**
     * Writes tables, JSON and charts.
     *
     * @param directory created if missing
     * @param display shows the progress of the timeline, which reads the trace once more
     * @return short names of the files, for a message
     */
    public List<String> write(Path directory, Output output, ProgressDisplay display) throws IOException {
        List<String> written = new ArrayList<>();
        PhaseReport.write(trace, phases, directory, output.withOccurrences());
        HierarchyReport.write(hierarchy, directory);
        written.add(directory.resolve(PhaseReport.JSON_FILE).toString());
        written.addAll(List.of(PhaseReport.CSV_FILE, HierarchyReport.JSON_FILE, HierarchyReport.CSV_FILE));
        if (output.withCharts()) {
            OutputFolder.create(directory);
            PhaseCharts charts = new PhaseCharts(trace, phases, hierarchy);
            written.add(draw(charts.timeline(), directory, "phases-time"));
            written.add(draw(charts.shares(), directory, "phases-shares"));
        }
        if (efficiency.isPresent()) {
            EfficiencyReport.write(trace, efficiency.get(), directory);
            written.addAll(List.of(EfficiencyReport.JSON_FILE, "tables as CSV"));
            if (output.withCharts()) {
                EfficiencyCharts charts = new EfficiencyCharts(trace, efficiency.get());
                written.add(draw(charts.efficiencies(), directory, "efficiency"));
                written.add(draw(charts.communication(), directory, "communication"));
                if (trace.events() > 0) {
                    HtmlPage.write(
                            TracePage.of(trace, hierarchy, efficiency.get(),
                                    RunTimeline.of(trace, efficiency.get(), TracePage.LIMITS,
                                            display.start("drawing the timeline", "events"))),
                            directory.resolve(PAGE_FILE));
                    display.close();
                    written.add(PAGE_FILE);
                }
            }
            if (output.talp().isPresent()) {
                TalpReport.write(trace, efficiency.get(), output.talp().get());
                written.add(output.talp().get().toString());
            }
        }
        return written;
    }

    private static String draw(Figure figure, Path directory, String name) {
        Charts.writePng(figure, directory.resolve(name + ".png"));
        return name + ".png";
    }
}
