package runbench.measure.roofline;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.measure.LoggedRun;
import runbench.measure.RunRecord;
import runbench.measure.machine.Metrics;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricTable;
import runbench.parser.record.Recording;
import runbench.parser.roofline.Roofline;
import runbench.parser.roofline.Roofs;
import runbench.parser.roofline.RunPoint;
import runbench.parser.roofline.RunPoint.SuppliedQuantities;
import runbench.parser.roofline.RunPoints;
import runbench.parser.stats.RunLog;

/** Places recorded runs below the roofs of this machine or below kept roofs of another one. */
public final class RooflineStudy {
    private final ProgressDisplay display;
    private final RoofMeasurement machine = new RoofMeasurement();

    public RooflineStudy(ProgressDisplay display) {
        this.display = display;
    }

    /** Returns the file with the kept roofs of this machine. */
    public Path kept() {
        return machine.file();
    }

    /**
     * Returns the roofs of this machine; measures them if none are kept.
     *
     * @param again measure even if roofs are kept
     * @param seconds approximate time for the measurement
     */
    public Roofs roofs(boolean again, double seconds) {
        return again ? machine.measure(seconds, display)
                : machine.kept().orElseGet(() -> machine.measure(seconds, display));
    }

    /** Reads roofs from a file, of any machine. */
    public static Roofs roofs(Path file) {
        return RoofMeasurement.read(file)
                .orElseThrow(() -> RunbenchException
                        .badInput(file + (Files.exists(file) ? ": holds no roofs" : ": there is no such file"))
                        .remedy("runbench machine roofline measures those of the machine it runs on, and says where it"
                                + " keeps them"));
    }

    /**
     * Places runs below roofs.
     *
     * @param runs folders of runs, or recordings
     * @param hand values typed for the only run
     * @param byHand points given entirely on the command line
     */
    public Roofline place(Roofs roofs, List<Path> runs, SuppliedQuantities hand, List<RunPoint> byHand) {
        List<RunPoints> all = new ArrayList<>();
        for (Path run : runs) {
            all.add(points(RunRecord.recording(run), hand));
        }
        return Roofline.of(roofs, all, byHand);
    }

    private RunPoints points(Recording recording, SuppliedQuantities hand) {
        MetricTable table = Metrics.of(recording);
        List<Metric> metrics = Stream.concat(Stream.of(RunPoint.FLOP_RATE), RunPoint.BANDWIDTHS.stream())
                .flatMap(n -> table.find(n).stream())
                .toList();
        RunLog log = LoggedRun.beside(recording);
        try (display) {
            return RunPoints.of(recording, metrics, log, hand, display.start("reading", " records"));
        }
    }
}
