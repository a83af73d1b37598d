package runbench.measure.pas2p;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.align.clock.NodeClocks;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.pas2p.block.BlockedTrace;
import runbench.pas2p.efficiency.EfficiencyAnalysis;
import runbench.pas2p.hierarchy.PhaseHierarchy;
import runbench.pas2p.interop.LogicalTables;
import runbench.pas2p.interop.ParaverExport;
import runbench.pas2p.interop.PerfettoExport;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.session.SourceLines;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.plotter.render.awt.Charts;
import runbench.report.BlockChart;
import runbench.report.text.PhaseComparison;

/** The analysis of MPI traces: reads a trace on one time axis, finds its phases, and computes their efficiencies. */
public final class TraceAnalysis {
    /** Formats of exported traces. */
    public enum ExportFormat {
        PERFETTO("trace.json"), PARAVER("trace.prv"), LOGICAL("logical-trace.csv"), BLOCKS("blocks.csv");

        private final String usualName;

        ExportFormat(String usualName) {
            this.usualName = usualName;
        }

        /** Returns the usual name of an exported file. */
        public String usualName() {
            return usualName;
        }
    }

    private final PhaseOptions options;
    private final List<Path> clockModels;
    private final ProgressDisplay display;

    /**
     * @param clockModels files of the nodes' clock models, one per node; empty: the stamps stay as they are
     */
    public TraceAnalysis(PhaseOptions options, List<Path> clockModels, ProgressDisplay display) {
        this.options = options;
        this.clockModels = List.copyOf(clockModels);
        this.display = display;
    }

    /**
     * Opens and checks a trace.
     *
     * @param places its directory, or one directory per node
     */
    public MpiTrace open(List<Path> places) {
        MpiTrace trace = MpiTrace.open(places, RankTimelines.NONE, display.start("checking", "B"));
        SourceLines.name(trace,
                Files.isDirectory(places.get(0)) ? places.get(0) : places.get(0).toAbsolutePath().getParent());
        return clockModels.isEmpty() ? trace : trace.in(NodeClocks.of(trace, clockModels));
    }

    /** Finds the phases of a trace. */
    public PhaseAnalysis phases(MpiTrace trace) {
        PhaseAnalysis phases = PhaseAnalysis.of(trace, options, display.start("ordering", "events"));
        display.close();
        return phases;
    }

    /**
     * Finds phases, their hierarchy and, if wanted, their efficiencies.
     *
     * @param places the directory of the trace, or one directory per node
     */
    public AnalyzedTrace analyze(List<Path> places, boolean withEfficiency) {
        MpiTrace trace = open(places);
        if (!withEfficiency) {
            PhaseAnalysis phases = phases(trace);
            return new AnalyzedTrace(trace, phases, PhaseHierarchy.of(phases), Optional.empty());
        }
        EfficiencyAnalysis efficiency = EfficiencyAnalysis.withPhases(trace, options,
                display.start("ordering", "events"), () -> display.start("following causes", "events"));
        display.close();
        PhaseAnalysis phases = efficiency.phaseAnalysis();
        return new AnalyzedTrace(trace, phases, PhaseHierarchy.of(phases), Optional.of(efficiency));
    }

    /**
     * Compares the phases of two traces.
     *
     * @param withIrrelevant includes phases that are relevant in neither trace
     */
    public PhaseComparison compare(Path first, Path second, boolean withIrrelevant) {
        MpiTrace a = open(List.of(first));
        PhaseAnalysis inA = phases(a);
        MpiTrace b = open(List.of(second));
        return PhaseComparison.of(a, inA, b, phases(b), withIrrelevant);
    }

    /**
     * Writes a trace with its phases for another viewer, or its logical trace or blocks as a table; beside the table of
     * blocks, their order and a chart of their start.
     *
     * @param places the directory of the trace, or one directory per node
     * @return number of records written; of blocks, the number of distinct ones
     */
    public long export(List<Path> places, ExportFormat format, Path file) throws IOException {
        MpiTrace trace = open(places);
        long records = switch (format) {
            case PERFETTO -> PerfettoExport.write(trace, phases(trace), file, display.start("writing", "events"));
            case PARAVER -> ParaverExport.write(trace, phases(trace), file, display.start("writing", "events"));
            case LOGICAL -> LogicalTables.writeTrace(trace, options.rule(), file, display.start("ordering", "events"));
            case BLOCKS -> writeBlocks(trace, file);
        };
        display.close();
        return records;
    }

    /** Writes the blocks as tables and as a chart. Returns the number of distinct blocks. */
    private long writeBlocks(MpiTrace trace, Path file) throws IOException {
        BlockedTrace blocked = BlockedTrace.of(trace, options.rule(), options.blocks(),
                display.start("ordering", "events"));
        long distinct = LogicalTables.writeBlocks(trace, blocked, file);
        if (blocked.rows().count() > 1) {
            Charts.writePng(BlockChart.of(trace, blocked), BlockChart.file(file));
        }
        return distinct;
    }
}
