package runbench.measure;

import java.util.List;
import java.util.function.Supplier;
import runbench.base.error.RunbenchException;
import runbench.base.progress.ProgressDisplay;
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
 * Statistics and chart of a part of a recording. Phases are those of the whole run: they have its names in every part.
 */
public final class PartAnalysis {
    /** A part much shorter than the run would need more buckets over the run than memory is good for. */
    private static final int MOST_BUCKETS = 1 << 18;

    private final ProgressDisplay display;
    private final Recording recording;
    private final List<Metric> metrics;
    private final Axis axis;
    private final TimeWindow window;
    private final double length;
    private final Structure structure;

    /**
     * @param asked null for the recording's own axis
     * @param from seconds on that axis; null for the beginning
     * @param to null for the end
     * @param phase null for any
     * @throws RunbenchException (bad input) where there is no such part
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

    /** @param buckets of the part, at most */
    public Figure figure(int buckets) {
        RunView view = RunView.of(recording, metrics);
        int whole = (int) Math.min(MOST_BUCKETS, Math.ceil(buckets * length / (window.to() - window.from())));
        Requested<RunSummary> summary = view.summary();
        Requested<PartSummary> part = view.gathered(new PartCollector(view.periods(), metrics, axis, window));
        Supplier<Curves> curves = view.curves(axis, whole, 1, 1);
        view.read(display.start("drawing", " records"));
        display.close();
        return PartChart.figure(view.periods(), metrics, summary.get().with(structure), part.get(), curves.get());
    }
}
