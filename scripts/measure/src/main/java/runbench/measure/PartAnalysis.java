package runbench.measure;

import java.util.List;
import java.util.function.Supplier;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.parser.metrics.Metric;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;
import runbench.parser.structure.Structure;
import runbench.parser.structure.StructureAnalysis;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;
import runbench.parser.view.RunView.Curves;
import runbench.parser.window.PartCollector;
import runbench.parser.window.PartCollector.PartSummary;
import runbench.parser.window.TimeWindow;
import runbench.plotter.figure.Figure;
import runbench.report.PartChart;

/**
 * Statistics and chart of a part of a recording. Phases are found in the whole run, so that they have the same names in
 * every part.
 */
public final class PartAnalysis {
    /** Upper limit of buckets over the whole run, to bound memory when the part is much shorter than the run. */
    private static final int MAX_BUCKETS = 1 << 18;

    private final ProgressDisplay display;
    private final Recording recording;
    private final List<Metric> metrics;
    private final Axis axis;
    private final TimeWindow window;
    private final double length;
    private final Structure structure;

    /**
     * Selects a part of a recording.
     *
     * @param asked axis; null: the recording's own
     * @param from start in seconds on that axis; null: start of the run
     * @param to end in seconds; null: end of the run
     * @param phase name of a phase; null: any
     * @throws RunbenchException (bad input) there is no such part
     */
    public PartAnalysis(ProgressDisplay display, Recording recording, List<Metric> metrics, Axis asked, Double from,
            Double to, String phase) {
        if (recording.metadata().countsInstructions() && (from != null || to != null)) {
            throw RunbenchException
                    .badInput(recording.path()
                            + ": --from and --to are times, and it counts instructions, time does not exist in it")
                    .remedy("choose a part with --phase");
        }
        this.display = display;
        this.recording = recording;
        this.metrics = metrics;
        RunView look = RunView.of(recording, List.of());
        Periods periods = look.periods();
        axis = asked == null ? Envelopes.defaultAxis(periods) : asked;
        Requested<Structure> found = look.gathered(StructureAnalysis.collector(periods, axis));
        look.read(display.start("looking for phases", " records"));
        display.close();
        structure = found.get();
        length = structure.resolution().length();
        window = TimeWindow.of(from, to, phase, length, structure);
    }

    public PartSummary summary() {
        RunView view = RunView.of(recording, metrics);
        Requested<PartSummary> part = view.gathered(new PartCollector(view.periods(), metrics, axis, window));
        view.read(display.start("reading", " records"));
        display.close();
        return part.get();
    }

    /**
     * Draws the part.
     *
     * @param buckets maximum number of buckets in the part
     */
    public Figure figure(int buckets) {
        RunView view = RunView.of(recording, metrics);
        int whole = (int) Math.min(MAX_BUCKETS, Math.ceil(buckets * length / (window.to() - window.from())));
        Requested<RunSummary> summary = view.summary();
        Requested<PartSummary> part = view.gathered(new PartCollector(view.periods(), metrics, axis, window));
        Supplier<Curves> curves = view.curves(axis, whole, 1, 1);
        view.read(display.start("drawing", " records"));
        display.close();
        return PartChart.figure(view.periods(), metrics, summary.get().with(structure), part.get(), curves.get());
    }
}
