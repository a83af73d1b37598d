package runbench.measure.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.digest.Digests;
import runbench.base.error.RunbenchException;
import runbench.base.home.HostName;
import runbench.base.progress.ProgressDisplay;
import runbench.batch.results.ListedResult;
import runbench.batch.results.ResultList;
import runbench.measure.Metrics;
import runbench.measure.RunFolder;
import runbench.measure.RunRecord;
import runbench.measure.roofline.RooflineStudy;
import runbench.parser.metrics.MetricTable;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.parser.record.Metadata;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;
import runbench.schedule.profile.ProfileLibrary;
import runbench.schedule.profile.ProfileOrigin.ProfiledFile;
import runbench.schedule.profile.recorded.ProfileRequest;
import runbench.schedule.profile.recorded.RecordedProfile;
import runbench.schedule.profile.recorded.TimeOfInstructions;

/** Bandwidth profiles of recorded runs. */
public final class ProfileStudy {
    private final ProgressDisplay display;

    public ProfileStudy(ProgressDisplay display) {
        this.display = display;
    }

    /** The library of this user, on this machine. */
    public static ProfileLibrary library() {
        return ProfileLibrary.ofUser(Metrics.processor().id());
    }

    /** The same in another folder. */
    public static ProfileLibrary library(Path folder) {
        return ProfileLibrary.at(folder, Metrics.processor().id());
    }

    /**
     * The recordings that are meant by a folder: its own, or those of all runs below it (of a batch, of a benchmark).
     *
     * @throws RunbenchException (bad input) where there is none
     */
    public static List<Path> recordings(Path asked) throws IOException {
        if (!Files.exists(asked)) {
            throw RunbenchException.badInput(asked + ": there is no such run").remedy("name a run's folder or a recording; 'runbench runs' lists the runs");
        }
        if (!Files.isDirectory(asked)) {
            return List.of(asked);
        }
        RunFolder folder = new RunFolder(asked);
        if (Files.exists(folder.recording())) {
            return List.of(folder.recording());
        }
        if (Files.exists(folder.record())) {
            throw RunRecord.withoutRecording(folder);
        }
        List<Path> all = new ArrayList<>();
        try (Stream<Path> inside = Files.list(asked)) {
            for (Path p : inside.filter(Files::isDirectory).sorted().toList()) {
                for (ListedResult r : ResultList.below(p)) {
                    Path recording = new RunFolder(r.path()).recording();
                    if (r.kind() == ListedResult.Kind.RUN && Files.exists(recording)) {
                        all.add(recording);
                    }
                }
            }
        }
        if (all.isEmpty()) {
            throw RunRecord.withoutRecording(folder);
        }
        return all;
    }

    /**
     * @param processor that recorded, as "zen5"; null where the recording tells
     * @param limit     what memory carries there; empty for what is kept of this machine, if it recorded
     */
    public MadeProfile of(Path file, String processor, ProfileRequest request, Optional<SustainedTraffic> limit) {
        Recording recording = Recording.open(file);
        Metadata about = recording.metadata();
        Microarchitecture microarchitecture = processor == null ? MetricTable.microarchitecture(about) : Microarchitectures.named(processor);
        try (display) {
            RecordedProfile.Reading reading = RecordedProfile.of(recording, Metrics.on(microarchitecture), microarchitecture, executables(file, about), request,
                    display.start("reading", " records"));
            boolean here = !about.host().isEmpty() && about.host().equals(HostName.own());
            return new MadeProfile(file, reading, limit.isPresent() || !here ? limit : SustainedTraffic.kept(new RooflineStudy(display).kept()));
        }
    }

    /** What ran: as its record says, or the program's file, if that has not been touched since. */
    private static List<ProfiledFile> executables(Path file, Metadata about) {
        List<ProfiledFile> all = RunRecord.executables(new RunFolder(file.toAbsolutePath().getParent())).stream().map(f -> new ProfiledFile(f.getKey(), f.getValue())).toList();
        if (!all.isEmpty() || about.command().isEmpty() || !about.command().get(0).startsWith("/")) {
            return all;
        }
        Path program = Path.of(about.command().get(0));
        try {
            boolean same = about.host().equals(HostName.own()) && Files.isRegularFile(program)
                    && Files.getLastModifiedTime(program).toInstant().isBefore(Instant.parse(about.startedUtc()));
            return same ? List.of(new ProfiledFile(program.toString(), Digests.of(program))) : List.of();
        } catch (IOException | DateTimeException e) {
            return List.of();
        }
    }

    /**
     * How long the instructions of emulated runs take, by a run of the same program without emulation.
     *
     * @throws RunbenchException (bad input) where that was emulated itself
     */
    public static TimeOfInstructions time(Path run) throws IOException {
        List<Path> recordings = recordings(run);
        if (recordings.size() != 1) {
            throw RunbenchException.badInput("--time " + run + " holds " + recordings.size() + " runs").remedy("name one of them");
        }
        Recording recording = Recording.open(recordings.get(0));
        if (recording.metadata().countsInstructions()) {
            throw RunbenchException.badInput("--time " + run + " was emulated itself, and has no time").remedy("name a run of the same program without --emulate");
        }
        double seconds = Periods.of(recording).report().runNanos() / 1e9;
        if (!(seconds > 0)) {
            throw RunbenchException.badInput("--time " + run + " holds no samples").remedy("name another run of the program");
        }
        return TimeOfInstructions.ofRun(seconds, run.toString());
    }
}
