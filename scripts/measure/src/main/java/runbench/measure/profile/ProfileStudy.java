package runbench.measure.profile;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import runbench.base.digest.Digests;
import runbench.base.error.RunbenchException;
import runbench.base.home.HostName;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.catalogue.Catalogue;
import runbench.catalogue.NamedRun;
import runbench.measure.RunFolder;
import runbench.measure.RunRecord;
import runbench.measure.machine.Metrics;
import runbench.parser.metrics.MetricTable;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.parser.record.Metadata;
import runbench.parser.record.Recording;
import runbench.parser.series.Periods;
import runbench.plotter.render.awt.Charts;
import runbench.report.profile.ProfileChart;
import runbench.schedule.profile.ProfileFiles;
import runbench.schedule.profile.ProfileLibrary;
import runbench.schedule.profile.ProfileOrigin.ProfiledFile;
import runbench.schedule.profile.recorded.ProfileRequest;
import runbench.schedule.profile.recorded.ProfileRequest.TimeOfInstructions;
import runbench.schedule.profile.recorded.RecordedProfile;

/** Makes bandwidth profiles from recorded runs. */
public final class ProfileStudy {
    /** Maximum folder depth: results, batches, benchmarks, runs. */
    private static final int MAX_DEPTH = 6;

    /**
     * A request for the profiles of several runs.
     *
     * @param runs recordings, or folders of runs or batches
     * @param processor processor that recorded, for example "zen5"; null: the one named in each recording
     * @param profile traffic, steps and time of a profile
     * @param limit sustained memory traffic; empty: that of this machine, for its own recordings
     * @param file file of the only profile; null: profile.json next to each recording
     * @param library library to store the profiles in; empty: none
     */
    public record Request(List<Path> runs, String processor, ProfileRequest profile, Optional<SustainedTraffic> limit,
            Path file, Optional<ProfileLibrary> library) {
        public Request {
            runs = List.copyOf(runs);
        }
    }

    /**
     * A profile and its files.
     *
     * @param entry file in the library; empty: not stored there
     */
    public record StoredProfile(MadeProfile made, Path file, Path chart, Optional<Path> entry) {}

    /**
     * Profiles of several recordings.
     *
     * @param recordings number of recordings
     * @param stored profiles in the order of the recordings
     * @param failures reasons why other recordings have no profile; without those that supplied the time of another
     */
    public record Outcome(int recordings, List<StoredProfile> stored, Map<Path, RunbenchException> failures) {}

    private final ProgressDisplay display;
    /** A run with real time for each program; emulated runs have no time of their own. */
    private final Map<String, Path> timed = new HashMap<>();
    /** Recordings that supplied the time of another run, and need no profile of their own. */
    private final Set<Path> served = new HashSet<>();
    private Catalogue catalogue;

    public ProfileStudy(ProgressDisplay display) {
        this.display = display;
    }

    /** Returns the profile library of this user on this machine. */
    public static ProfileLibrary library() {
        return ProfileLibrary.ofUser(Metrics.processor().id());
    }

    /** Returns the profile library in another folder. */
    public static ProfileLibrary library(Path folder) {
        return ProfileLibrary.at(folder, Metrics.processor().id());
    }

    /**
     * Finds the recordings in a folder: its own, or those of all runs below it (of a batch or a benchmark). Ranks of
     * parallel programs are left out, because a rank is not the whole program.
     *
     * @throws RunbenchException (bad input) there is none
     */
    public static List<Path> recordings(Path asked) throws IOException {
        if (!Files.exists(asked)) {
            throw RunRecord.noSuchRun(asked);
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
        Files.walkFileTree(asked, Set.of(), MAX_DEPTH, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path inside, BasicFileAttributes a) {
                return Files.exists(inside.resolve("cluster.json")) ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes a) {
                if (file.equals(new RunFolder(file.getParent()).recording())) {
                    all.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }
        });
        all.sort(null);
        if (all.isEmpty()) {
            throw RunRecord.withoutRecording(folder);
        }
        return all;
    }

    /**
     * Makes and stores the profiles of runs. The failure of one of several recordings does not affect the others.
     *
     * @param stored receives each profile when its files are written
     * @throws RunbenchException there is no recording, one file is named for several, or the only recording has no
     *     profile
     */
    public Outcome run(Request request, Consumer<StoredProfile> stored) throws IOException {
        List<Path> recordings = new ArrayList<>();
        for (Path run : request.runs()) {
            recordings.addAll(recordings(run));
        }
        if (request.file() != null && recordings.size() != 1) {
            throw RunbenchException.badInput("-o names one file, and these are " + recordings.size() + " runs")
                    .remedy("leave -o out: each profile goes beside its run");
        }
        if (recordings.size() > 1) {
            timeBy(recordings);
        }
        List<StoredProfile> all = new ArrayList<>();
        Map<Path, RunbenchException> failures = new LinkedHashMap<>();
        for (Path recording : recordings) {
            try {
                StoredProfile one = store(of(recording, request.processor(), request.profile(), request.limit()),
                        request);
                all.add(one);
                stored.accept(one);
            } catch (RunbenchException e) {
                if (recordings.size() == 1) {
                    throw e;
                }
                failures.put(recording, e);
            }
        }
        failures.keySet().removeIf(served::contains);
        return new Outcome(recordings.size(), all, failures);
    }

    private static StoredProfile store(MadeProfile made, Request request) {
        Path file = request.file() == null ? made.beside("profile.json") : request.file();
        Path chart = file.resolveSibling(file.getFileName().toString().replaceFirst("(\\.json)?$", ".png"));
        ProfileFiles.write(file, made.kept());
        Charts.write(ProfileChart.figure(made.reading(),
                made.limit().map(s -> OptionalDouble.of(s.rate())).orElse(OptionalDouble.empty())), chart);
        return new StoredProfile(made, file, chart, request.library().map(library -> library.keep(made.kept())));
    }

    /** Uses the runs with real time to estimate how long emulated runs of the same programs take. */
    private void timeBy(List<Path> recordings) {
        for (Path file : recordings) {
            Metadata about = Recording.open(file).metadata();
            if (!about.countsInstructions()) {
                timed.put(program(about), file);
            }
        }
    }

    private static String program(Metadata about) {
        return about.benchmark() + " " + about.run().path("run").asText(String.join(" ", about.command()));
    }

    /** Returns the name of a profile; it includes the benchmark's run unless that is the default one. */
    private String name(Metadata about) {
        if (catalogue == null) {
            catalogue = Catalogue.load(List.of());
        }
        String run = about.run().path("run").asText("");
        return run.isEmpty() || !catalogue.knows(about.benchmark()) ? about.benchmark()
                : NamedRun.name(catalogue.find(about.benchmark()), run);
    }

    private ProfileRequest timed(ProfileRequest request, Metadata about) {
        Path other = timed.get(program(about));
        if (!timed.isEmpty() && !about.countsInstructions()) {
            return request.by(Optional.empty());
        }
        if (request.time().isPresent() || !about.countsInstructions() || other == null) {
            return request;
        }
        served.add(other);
        return request.by(Optional.of(time(other)));
    }

    /**
     * Makes the profile of a recording.
     *
     * @param processor processor that recorded, for example "zen5"; null: the one named in the recording
     * @param limit sustained memory traffic there; empty: the kept value of this machine if it recorded
     */
    private MadeProfile of(Path file, String processor, ProfileRequest request, Optional<SustainedTraffic> limit) {
        Recording recording = Recording.open(file);
        Metadata about = recording.metadata();
        Microarchitecture microarchitecture = processor == null ? MetricTable.microarchitecture(about)
                : Microarchitectures.named(processor);
        try (display) {
            RecordedProfile.Reading reading = RecordedProfile
                    .of(recording, Metrics.on(microarchitecture), microarchitecture, executables(file, about),
                            timed(request, about), display.start("reading", " records"))
                    .named(name(about));
            return new MadeProfile(file, reading, limit.or(() -> SustainedTraffic.of(about, display)));
        }
    }

    /** Returns the executed files from the run's record, or the program's file if it has not changed since the run. */
    private static List<ProfiledFile> executables(Path file, Metadata about) {
        List<ProfiledFile> all = RunRecord.executables(new RunFolder(file.toAbsolutePath().getParent()))
                .stream()
                .map(f -> new ProfiledFile(f.getKey(), f.getValue()))
                .toList();
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
     * Returns the time per instruction of emulated runs, from a run of the same program on hardware.
     *
     * @throws RunbenchException (bad input) that run was emulated too
     */
    public static TimeOfInstructions time(Path run) {
        Recording recording = Recording.open(Files.isDirectory(run) ? new RunFolder(run).recording() : run);
        if (recording.metadata().countsInstructions()) {
            throw RunbenchException.badInput("--time " + run + " was emulated itself, and has no time")
                    .remedy("name a run of the same program without --emulate");
        }
        double seconds = Periods.of(recording).report().runNanos() / 1e9;
        if (!(seconds > 0)) {
            throw RunbenchException.badInput("--time " + run + " holds no samples")
                    .remedy("name another run of the program");
        }
        return TimeOfInstructions.ofRun(seconds, run.toString());
    }
}
