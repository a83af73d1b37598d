package runbench.align.traces;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.align.clock.RecordedStamps;
import runbench.align.run.ClusterRun;
import runbench.align.run.RankRecord;
import runbench.align.traces.Alignment.How;
import runbench.align.traces.Alignment.RankClock;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.json.OutputFormat;
import runbench.base.progress.Progress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.base.timeline.StatedError;
import runbench.parser.record.Recording;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.sync.eventlog.LogFolder;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogMerge.LogSource;
import runbench.sync.eventlog.LogTable;

/**
 * Converts a run's recordings and traces to the reference's time: tables for each rank and an index with their quality.
 */
public final class AlignedRun {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private final ClusterRun run;
    private final Alignment alignment;
    private final Path folder;
    private final ProgressDisplay display;
    private final List<String> remarks = new ArrayList<>();
    private MpiTrace trace;
    private TraceClocks clocks;

    private AlignedRun(ClusterRun run, ProgressDisplay display) {
        this.run = run;
        this.display = display;
        alignment = Alignment.of(run);
        folder = run.folder().aligned();
    }

    /**
     * Writes {@code aligned/}, replacing existing files.
     *
     * @param corrected folder for a copy of the trace without causality violations; null: none
     * @return contents of {@code aligned/index.json}
     * @throws RunbenchException (bad input) the run's models are of another clock
     */
    public static AlignedIndex write(ClusterRun run, Path corrected, ProgressDisplay display) throws IOException {
        return new AlignedRun(run, display).write(corrected);
    }

    private AlignedIndex write(Path corrected) throws IOException {
        Files.createDirectories(folder);
        Optional<Path> traced = run.trace();
        if (traced.isPresent()) {
            open(traced.get());
        }
        if (trace == null && corrected != null) {
            throw RunbenchException
                    .badInput("--corrected: " + run.folder().path() + " holds no message trace that can be read")
                    .remedy("leave it out");
        }
        List<AlignedIndex.AlignedRank> ranks = new ArrayList<>();
        StampExtent whole = new StampExtent();
        for (RankClock clock : alignment.clocks()) {
            ranks.add(rank(clock, whole));
        }
        MessageOrders messages = trace == null ? null
                : MessageOrders.of(trace, clocks, display.start("matching messages", " events"));
        BarrierResiduals barriers = trace == null ? null
                : BarrierResiduals.of(trace, clocks, display.start("comparing barriers", " events"));
        String reference = run.record().reference().host();
        AlignedIndex.Correction copy = corrected == null ? null
                : CorrectedTrace.write(trace, clocks, corrected, run.record().reference(),
                        display.start("correcting the copy", " events"));
        AlignedIndex index = new AlignedIndex(AlignedIndex.VERSION, run.folder().path().toString(),
                run.record().program(),
                new AlignedIndex.AxisReference(reference, run.record().reference().clock(),
                        run.record().reference().realtimeMinusClockNs()),
                ranks, HostPairs.of(alignment, whole), messages, barriers, copy, remarks);
        OutputFile.write(folder.resolve("index.json"),
                JSON.writeValueAsBytes(OutputFormat.ALIGNED_RUN.named(JSON.valueToTree(index))));
        display.close();
        return index;
    }

    /** Opens the trace. Recordings are aligned even if the trace cannot be read. */
    private void open(Path traced) {
        try {
            trace = MpiTrace.open(List.of(traced), RankTimelines.NONE, display.start("reading the trace", " B"));
            clocks = new TraceClocks(alignment, trace.ranks());
            remarks.addAll(trace.remarks());
        } catch (RunbenchException e) {
            remarks.add("no trace: " + e.getMessage());
        }
    }

    private AlignedIndex.AlignedRank rank(RankClock clock, StampExtent whole) throws IOException {
        RankRecord rank = clock.rank();
        String name = rank.fileName();
        if (clock.how() == How.NOT_ALIGNED) {
            return new AlignedIndex.AlignedRank(rank.rank(), rank.programName(), rank.host(), clock.how().word(),
                    clock.why(), null, null, null, null, null, null, null, null, null, null);
        }
        StampExtent extent = new StampExtent();
        String why = rank.why();
        String table = null;
        String events = null;
        try {
            Optional<Recording> recording = run.recording(rank);
            if (recording.isPresent() && recording.get().metadata().countsInstructions()) {
                why = "it counts instructions, time does not exist in it";
            } else if (recording.isPresent()) {
                recording.get().damage().ifPresent(damage -> remarks.add(rank.title() + ": " + damage.words()));
                Path file = folder.resolve(name + ".csv");
                table(recording.get(), clock, file, extent);
                table = run.folder().path().relativize(file).toString();
            }
        } catch (RunbenchException e) {
            // An error in one rank's recording does not affect the other ranks.
            why = e.getMessage();
            remarks.add(rank.title() + ": " + e.getMessage());
        }
        if (trace != null && rank.rank() < trace.ranks() && trace.present(rank.rank())) {
            Path file = folder.resolve(name + ".events.csv");
            extent.and(EventTable.write(trace, rank.rank(), clocks, file));
            events = run.folder().path().relativize(file).toString();
        }
        String log = log(clock, name, extent);
        whole.and(extent);
        String model = clock.how() == How.MODEL ? Path.of(run.record().clocks(), rank.host() + ".model.json").toString()
                : null;
        StatedError worst = extent.worst();
        return extent.empty()
                ? new AlignedIndex.AlignedRank(rank.rank(), rank.programName(), rank.host(), clock.how().word(), why,
                        model, null, null, null, null, null, null, table, events, log)
                : new AlignedIndex.AlignedRank(rank.rank(), rank.programName(), rank.host(), clock.how().word(), why,
                        model, worst.how().word(), HostPairs.finite(worst.errStatNanos()),
                        HostPairs.finite(worst.loNanos()), HostPairs.finite(worst.hiNanos()), extent.first(),
                        extent.last(), table, events, log);
    }

    /**
     * Writes the table of a rank's log.
     *
     * @return the table relative to the run's folder; null: nothing was logged
     */
    private String log(RankClock clock, String name, StampExtent extent) throws IOException {
        LogFolder log = LogFolder.of(run.folder().path().resolve(clock.rank().folder()));
        log.remarks().forEach(r -> remarks.add(clock.rank().title() + ": " + r));
        if (log.isEmpty()) {
            return null;
        }
        Path file = folder.resolve(name + ".log.csv");
        OutputFile.writeText(file, out -> {
            try (LogTable table = LogTable.csv(out, true)) {
                LogMerge.inOrder(log.files()
                        .stream()
                        .map(f -> new LogSource(f, clock.timeline().orElseThrow(), name, name))
                        .toList(), e -> {
                            extent.add(e.at());
                            table.event(e);
                        });
            }
        });
        return run.folder().path().relativize(file).toString();
    }

    private void table(Recording recording, RankClock clock, Path file, StampExtent extent) throws IOException {
        Progress progress = display.start(clock.rank().title(), " records");
        try {
            OutputFile.writeText(file,
                    out -> RecordedStamps.write(recording, clock.way(), "ref", extent::add, out, progress));
        } catch (ArithmeticException e) {
            throw RunbenchException
                    .badInput(recording.path() + ": its samples are out of reach of the model of " + clock.rank().host()
                            + ": " + e.getMessage())
                    .causedBy(e);
        }
    }

    /** Determines the time resolution between each two hosts of a run. */
    private static final class HostPairs {
        private static final int TEST_POINTS = 65;

        private HostPairs() {
        }

        /** Returns the pairs; null for too many hosts to list, or without any stamp. */
        static List<AlignedIndex.HostPair> of(Alignment alignment, StampExtent run) {
            Map<String, Integer> rankOf = new LinkedHashMap<>();
            for (RankClock clock : alignment.clocks()) {
                if (clock.rank().host() != null && !clock.rank().host().isEmpty()) {
                    rankOf.putIfAbsent(clock.rank().host(), clock.rank().rank());
                }
            }
            if (rankOf.size() > AlignedIndex.MAX_PAIRED_HOSTS || run.empty()) {
                return null;
            }
            List<String> hosts = List.copyOf(rankOf.keySet());
            Comparability comparability = alignment.comparability();
            List<AlignedIndex.HostPair> pairs = new ArrayList<>();
            for (int i = 0; i < hosts.size(); i++) {
                for (int k = i + 1; k < hosts.size(); k++) {
                    pairs.add(pair(comparability, hosts.get(i), rankOf.get(hosts.get(i)), hosts.get(k),
                            rankOf.get(hosts.get(k)), run));
                }
            }
            return pairs;
        }

        private static AlignedIndex.HostPair pair(Comparability comparability, String a, int rankA, String b, int rankB,
                StampExtent run) {
            double best = Double.POSITIVE_INFINITY;
            double worst = 0;
            for (int m = 0; m < TEST_POINTS; m++) {
                double finest = comparability.finestNanos(rankA, rankB,
                        run.first() + (run.last() - run.first()) / (TEST_POINTS - 1) * m);
                best = Math.min(best, finest);
                worst = Math.max(worst, finest);
            }
            return new AlignedIndex.HostPair(a, b, finite(best), finite(worst));
        }

        /** Returns a value or null if it is infinite or NaN, because JSON has neither. */
        static Double finite(double value) {
            return Double.isFinite(value) ? value : null;
        }
    }
}
