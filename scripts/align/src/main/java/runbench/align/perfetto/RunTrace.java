package runbench.align.perfetto;

import static runbench.align.perfetto.TraceField.EVENT_NAME;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleToLongFunction;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.base.timeline.Timeline;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelopes;
import runbench.parser.series.Period;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesCollector.PeriodVisitor;
import runbench.parser.series.SeriesReport;
import runbench.parser.structure.Structure;
import runbench.parser.structure.StructureAnalysis;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;

/**
 * Writes one run as a Perfetto file over wall time: a counter for the rate and one for the count of each event. Phases
 * and repetitions have the names of structure.csv.
 */
public final class RunTrace {
    private static final int RUN = 0;
    private static final int PROCESS = 0;
    private static final int PHASES = 5;
    private static final int REPETITIONS = 6;
    private static final int SEQUENCE = 1;

    /**
     * The written file.
     *
     * @param file the file
     * @param values number of counter values
     * @param periods sampling periods per value; 1: every period has its own value
     * @param phases number of stays in phases
     * @param repeats number of repetitions
     */
    public record Written(Path file, long values, long periods, int phases, int repeats) {}

    private RunTrace() {
    }

    /**
     * Writes a file.
     *
     * @param most maximum number of counter values, at least one per counter; beyond that, neighbouring values are
     *     combined
     * @throws RunbenchException (bad input) the recording contains no time
     */
    public static Written write(Recording recording, Path file, long most, ProgressDisplay progress)
            throws IOException {
        if (recording.metadata().countsInstructions()) {
            throw RunbenchException
                    .badInput(recording.path()
                            + ": it counts instructions, and Perfetto draws over time, which does not exist in it")
                    .remedy("runbench plot draws it; samples.csv has its numbers");
        }
        try {
            return OutputFile.produce(file, out -> write(recording, out, file, most, progress));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static Written write(Recording recording, OutputStream out, Path file, long most, ProgressDisplay progress)
            throws IOException {
        RunView view = RunView.of(recording, List.of());
        Periods periods = view.periods();
        long thinning = PerfettoArchive.thinning(PerfettoArchive.values(periods), most);
        PacketWriter packets = new PacketWriter(out, SEQUENCE);
        ArchiveAxis axis = new ArchiveAxis(Map.of(RUN, Timeline.IDENTITY), periods.startWallNanos());
        RankCounters counters = new RankCounters(packets, axis, RUN, periods, thinning,
                periods.nominalNanos() * recording.samples());
        Tracks.orderProcesses(packets);
        counters.announce(recording.metadata().label());
        Axis along = Envelopes.defaultAxis(periods);
        Requested<Structure> structure = view.gathered(StructureAnalysis.collector(periods, along));
        Requested<DoubleToLongFunction> wall = view.gathered(new WallTimes(along));
        Requested<Long> values = view.gathered(counters);
        view.read(progress.start("writing", " records"));
        int phases = phases(packets, structure.get(), wall.get());
        int repeats = repetitions(packets, structure.get(), wall.get());
        packets.flush();
        return new Written(file, values.get(), thinning, phases, repeats);
    }

    private static int phases(PacketWriter packets, Structure found, DoubleToLongFunction wall) throws IOException {
        if (found.phases().size() < 2) {
            return 0; // there is only one phase
        }
        Tracks.named(packets, Tracks.ofRank(RUN, PHASES), Tracks.ofRank(RUN, PROCESS), "phases", 0);
        for (Structure.Stay stay : found.stays()) {
            packets.slice(wall.applyAsLong(stay.from()), wall.applyAsLong(stay.to()), Tracks.ofRank(RUN, PHASES),
                    s -> s.writeString(EVENT_NAME, stay.phase()));
        }
        return found.stays().size();
    }

    /**
     * Writes the repetitions of the group that covers most of the run; slices of one track must nest, and groups may
     * overlap.
     */
    private static int repetitions(PacketWriter packets, Structure found, DoubleToLongFunction wall)
            throws IOException {
        if (found.repetitions().isEmpty()) {
            return 0;
        }
        Structure.Repetition main = found.repetitions().get(0);
        Tracks.named(packets, Tracks.ofRank(RUN, REPETITIONS), Tracks.ofRank(RUN, PROCESS), "repeats", 0);
        for (int i = 0; i < main.starts().size(); i++) {
            double end = i + 1 < main.starts().size() ? main.starts().get(i + 1) : main.to();
            int number = i + 1;
            packets.slice(wall.applyAsLong(main.starts().get(i)), wall.applyAsLong(end),
                    Tracks.ofRank(RUN, REPETITIONS), s -> s.writeString(EVENT_NAME, Integer.toString(number)));
        }
        return main.starts().size();
    }

    /**
     * Converts positions on an axis of a run, in s, to wall time since its start, in ns, by linear interpolation
     * between samples. On long runs each stored pair covers more samples, so that memory is bounded.
     */
    private static final class WallTimes implements SeriesCollector<DoubleToLongFunction>, PeriodVisitor {
        private static final int MAX_PAIRS = 1 << 18;

        private final Axis axis;
        private final long[] position = new long[MAX_PAIRS];
        private final long[] wall = new long[MAX_PAIRS];
        private int size = 1;
        private int every = 1;
        private int skipped;

        WallTimes(Axis axis) {
            this.axis = axis;
        }

        @Override
        public PeriodVisitor periods() {
            return axis == Axis.WALL_TIME ? null : this;
        }

        @Override
        public void period(Period p) {
            if (++skipped < every) {
                return;
            }
            skipped = 0;
            if (size == MAX_PAIRS) {
                for (int i = 1; i < MAX_PAIRS / 2; i++) {
                    position[i] = position[2 * i];
                    wall[i] = wall[2 * i];
                }
                size = MAX_PAIRS / 2;
                every *= 2;
            }
            position[size] = Math.max(position[size - 1], p.runNanos());
            wall[size] = Math.max(wall[size - 1], p.wallNanos());
            size++;
        }

        @Override
        public DoubleToLongFunction result(SeriesReport report) {
            return axis == Axis.WALL_TIME ? seconds -> Math.round(seconds * 1e9) : this::wallNanos;
        }

        private long wallNanos(double seconds) {
            long at = Math.round(seconds * 1e9);
            int found = Arrays.binarySearch(position, 0, size, at);
            if (found >= 0) {
                return wall[found];
            }
            int after = -found - 1;
            if (after == size) {
                return wall[size - 1];
            }
            double share = (double) (at - position[after - 1]) / (position[after] - position[after - 1]);
            return wall[after - 1] + Math.round(share * (wall[after] - wall[after - 1]));
        }
    }
}
