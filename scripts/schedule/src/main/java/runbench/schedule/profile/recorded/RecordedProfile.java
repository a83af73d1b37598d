package runbench.schedule.profile.recorded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import runbench.base.digest.Digests;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.base.quantity.Units;
import runbench.parser.metrics.BoundMetric;
import runbench.parser.metrics.MetricTable;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Metadata;
import runbench.parser.record.Recording;
import runbench.parser.series.Axis;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesReport;
import runbench.parser.structure.Structure;
import runbench.parser.structure.StructureAnalysis;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;
import runbench.schedule.profile.BandwidthProfile;
import runbench.schedule.profile.KeptProfile;
import runbench.schedule.profile.ProfileOrigin.ProfiledFile;
import runbench.schedule.profile.ProfileOrigin.StepSource;
import runbench.schedule.profile.ProfileOrigin.TimeSource;
import runbench.schedule.profile.ProfileOrigin;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.profile.recorded.CountedRun.CountBins;
import runbench.schedule.profile.recorded.CountedRun.RecordedCounts;
import runbench.schedule.profile.recorded.ProfileParts.PartEdges;

/** Computes the bandwidth profile of a recorded run. */
public final class RecordedProfile {
    /**
     * Minimum share of the traffic's variance that change points must explain; below it, they belong to other events.
     */
    private static final double MIN_EXPLAINED_SHARE = 0.5;

    private final Recording recording;
    private final Microarchitecture processor;
    private final ProfileRequest request;
    private final Periods periods;
    private final RunView view;
    private final TrafficWays.Traffic traffic;
    private final Optional<BoundMetric> waiting;
    private final Optional<BoundMetric> instructions;
    private final boolean clocked;

    /**
     * A profile with the traffic of equal windows.
     *
     * @param kept profile with its origin
     * @param windowEnds progress at the end of each window of about a tenth of a second, in the profile's unit of
     *     progress
     * @param windows traffic of each window, in the profile's unit; NaN if hardly anything ran
     */
    public record Reading(KeptProfile kept, double[] windowEnds, double[] windows) {
        /** Returns the same reading under another name. */
        public Reading named(String name) {
            return new Reading(new KeptProfile(kept.profile().named(name), kept.origin()), windowEnds, windows);
        }
    }

    private RecordedProfile(Recording recording, MetricTable table, Microarchitecture processor,
            ProfileRequest request) {
        this.recording = recording;
        this.processor = processor;
        this.request = request;
        view = RunView.of(recording, List.of());
        periods = view.periods();
        clocked = !recording.metadata().countsInstructions();
        reject();
        TrafficWays ways = new TrafficWays(table, processor, periods);
        traffic = ways.traffic(request.traffic());
        waiting = ways.waiting();
        instructions = ways.instructions();
    }

    /**
     * Reads the profile of a recording.
     *
     * @param recording the recording
     * @param table metrics of the processor of the recording
     * @param processor that processor
     * @param executables files that ran, as far as known; the program itself comes first
     * @param request options
     * @param progress receives the progress of the reading
     * @throws RunbenchException (bad input) if the recording lacks the traffic or the time
     */
    public static Reading of(Recording recording, MetricTable table, Microarchitecture processor,
            List<ProfiledFile> executables, ProfileRequest request, Progress progress) {
        return new RecordedProfile(recording, table, processor, request).read(executables, true, progress);
    }

    /** Reads the profile in equal parts, as {@link #of} does if the change points explain too little of the traffic. */
    static Reading inEqualParts(Recording recording, MetricTable table, Microarchitecture processor,
            List<ProfiledFile> executables, ProfileRequest request, Progress progress) {
        return new RecordedProfile(recording, table, processor, request).read(executables, false, progress);
    }

    private void reject() {
        if (recording.metadata().cpuWide()) {
            throw RunbenchException
                    .badInput(recording.path()
                            + ": the recording observes CPUs, not one program, so it has no bandwidth profile")
                    .remedy("record the program itself: runbench sample --metrics memory -- PROGRAM");
        }
        if (!clocked && request.time().isEmpty()) {
            throw RunbenchException
                    .badInput(recording.path() + ": an emulated recording has no time, so its bandwidth is unknown")
                    .remedy("name a native run of the same program: --time RUN; or state a clock: --clock 3GHz");
        }
        if (clocked && request.time().isPresent()) {
            throw RunbenchException
                    .badInput(recording.path()
                            + ": the recording has a measured time; --time and --clock apply only to emulated runs")
                    .remedy("omit them");
        }
    }

    /** @param byChanges whether steps may end at change points */
    private Reading read(List<ProfiledFile> executables, boolean byChanges, Progress progress) {
        Requested<CountedRun> counted = view.gathered(new RecordedCounts(periods));
        Requested<Structure> structure = view
                .gathered(StructureAnalysis.collector(periods, clocked ? Axis.WALL_TIME : Axis.INSTRUCTIONS));
        SeriesReport report = view.read(progress);
        CountedRun run = counted.get();
        double length = clocked ? report.wallNanos() : report.runNanos();
        if (run.bins().used() == 0 || !(length > 0)) {
            throw RunbenchException.badInput(recording.path() + ": the recording contains no samples")
                    .remedy("record a longer run, or with a shorter --period");
        }
        double perUnit = clocked ? 1e-9 : request.time().orElseThrow().perInstruction(length);
        ProfileParts.Maker maker = new ProfileParts.Maker(run, traffic, instructions, waiting, length, perUnit,
                clocked);
        TrafficWindows windows = TrafficWindows.of(maker);
        boolean changes = byChanges && structure.get().segments().size() > 1;
        ProfileParts steps = maker.of(edges(maker, changes ? structure.get() : null));
        if (changes && windows.held(steps) < MIN_EXPLAINED_SHARE) {
            changes = false;
            steps = maker.of(edges(maker, null));
        }
        List<ProfileStep> all = new ArrayList<>();
        for (int p = 0; p < steps.count(); p++) {
            double progressed = steps.instructions() != null ? steps.instructions()[p] : steps.seconds()[p] * 1e9;
            all.add(new ProfileStep(progressed, steps.seconds()[p], steps.traffic(p), steps.waiting()[p]));
        }
        Metadata about = recording.metadata();
        BandwidthProfile profile = new BandwidthProfile(about.benchmark(), clocked ? windows.threads() : 1,
                TrafficUnit.BYTES_PER_SECOND, traffic.source(),
                steps.instructions() != null ? ProgressUnit.INSTRUCTIONS : ProgressUnit.RUNNING_NANOS, all);
        double share = traffic.metric()
                .events()
                .stream()
                .mapToDouble(e -> report.shareMeasured().get(periods.events().indexOf(e)))
                .min()
                .orElse(1);
        double total = Arrays.stream(steps.bytes()).sum();
        ProfileOrigin origin = new ProfileOrigin(about.label(), about.machine(), about.host(), processor.id(),
                about.startedUtc(), digest(), executables, traffic.metric().computedFrom(),
                waiting.map(BoundMetric::computedFrom).orElse(null),
                clocked ? TimeSource.MEASURED : request.time().orElseThrow().source(),
                clocked ? "measured" : request.time().orElseThrow().words(),
                changes ? StepSource.CHANGE_POINTS : StepSource.EQUAL_PARTS, share, total, windows.peak(),
                windows.seconds(), windows.held(steps), notes(report, share));
        return new Reading(new KeptProfile(profile, origin), windows.progress(), windows.traffic());
    }

    private int[] edges(ProfileParts.Maker maker, Structure structure) {
        CountBins bins = maker.run().bins();
        double perUnit = clocked ? 1e9 : 1e6;
        int[] edges = structure == null ? PartEdges.equal(bins.used(), request.most())
                : PartEdges.at(bins.used(),
                        structure.changePoints().stream().map(c -> bins.edge(c.at() * perUnit)).toList());
        int[] full = PartEdges.withoutEmpty(edges, e -> maker.of(e).empty(bins.width() * maker.perUnit() / 4));
        ProfileParts parts = maker.of(full);
        double[] value = new double[parts.count()];
        Arrays.setAll(value, p -> parts.seconds()[p] > 0 ? parts.traffic(p) : 0);
        return PartEdges.fewer(full, parts.seconds(), value, request.most());
    }

    private String digest() {
        Path file = recording.path();
        try {
            return Digests.of(file);
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
    }

    private List<String> notes(SeriesReport report, double share) {
        List<String> notes = new ArrayList<>();
        if (!traffic.reservation().isEmpty()) {
            notes.add(traffic.reservation());
        }
        if (share < 1) {
            notes.add("a scaled estimate: its events were counted for " + Units.percent(share) + " of the time");
        }
        if (report.lost() > 0 || recording.damage().isPresent()) {
            notes.add("samples are missing: "
                    + (report.lost() > 0 ? report.lost() + " records were lost" : "the recording is truncated"));
        }
        if (!clocked && report.tasks().size() > 1) {
            notes.add("its " + report.tasks().size()
                    + " threads and processes are placed in sequence, because emulation does not record which ran "
                    + "simultaneously");
        }
        List<String> absent = periods.events().stream().filter(e -> !e.counted()).map(EventInfo::name).toList();
        if (!absent.isEmpty()) {
            notes.add("not counted in this run: " + String.join(", ", absent));
        }
        return notes;
    }
}
