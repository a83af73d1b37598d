package runbench.measure.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import runbench.base.progress.Progress;
import runbench.measure.RunFolder;
import runbench.parser.compare.Comparison.ComparedSide;
import runbench.parser.compare.Comparison;
import runbench.parser.compare.PhaseAlignment;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.Envelopes;
import runbench.parser.structure.Structure;
import runbench.parser.structure.StructureAnalysis;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;
import runbench.report.compare.ComparisonPage.PhasesBeside;

/** The representative run of each side: the one whose primary quantity is closest to the median. */
public final class MedianRuns {
    private static final int BINS = 400;

    private record Curves(Structure structure, List<Envelope> rates) {}

    private MedianRuns() {
    }

    /** Returns the phases of both runs for a chart; empty if a recording is missing or the runs have no common axis. */
    public static Optional<PhasesBeside> beside(Comparison c) {
        Path a = nearest(c.a(), c.primary().a(), c.primary().medianA());
        Path b = nearest(c.b(), c.primary().b(), c.primary().medianB());
        if (!Files.isRegularFile(recording(a)) || !Files.isRegularFile(recording(b))) {
            return Optional.empty();
        }
        Curves ofA = read(recording(a));
        Curves ofB = read(recording(b));
        return ofA.structure.axis() != ofB.structure.axis() ? Optional.empty()
                : Optional.of(new PhasesBeside(a.toString(), b.toString(), ofA.structure.unit(),
                        PhaseAlignment.of(ofA.structure, ofB.structure), ofA.rates, ofB.rates));
    }

    /**
     * Returns the run closest to the median.
     *
     * @param values values in the order of the runs; if some are missing, the first run is returned
     */
    private static Path nearest(ComparedSide side, List<Double> values, double median) {
        int i = values.size() != side.runs().size() ? 0
                : IntStream.range(0, values.size())
                        .boxed()
                        .min(Comparator.comparingDouble(r -> Math.abs(values.get(r) - median)))
                        .orElse(0);
        return Path.of(side.runs().get(i));
    }

    private static Path recording(Path run) {
        return Files.isDirectory(run) ? new RunFolder(run).recording() : run;
    }

    private static Curves read(Path recording) {
        RunView view = RunView.of(Recording.open(recording), List.of());
        Axis axis = Envelopes.defaultAxis(view.periods());
        Requested<List<Envelope>> rates = view.envelopes(axis, BINS);
        Requested<Structure> structure = view.gathered(StructureAnalysis.collector(view.periods(), axis));
        view.read(Progress.NONE);
        return new Curves(structure.get(), rates.get());
    }
}
