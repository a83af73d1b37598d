package runbench.measure.schedule;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.file.FolderClaim;
import runbench.base.file.OutputFolder;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.base.process.CpuSet;
import runbench.measure.RunFolder;
import runbench.measure.profile.SustainedTraffic;
import runbench.schedule.profile.ProfileLibrary;
import runbench.schedule.profile.ProfileLibrary.LibraryEntry;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.result.LiveResult;
import runbench.schedule.result.LiveStudy;
import runbench.schedule.result.SustainedRate;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadSet;
import runbench.schedule.workload.WorkloadFile;

/** Runs the programs of a workload file on this machine under one policy, or compares several policies. */
public final class LiveSchedule {
    /** Seed of the order of the policies. */
    private static final long ORDER_SEED = 1;

    private final Settings settings;
    private final LiveBenches benches;
    private final ProfileLibrary library;

    /**
     * The settings of a schedule.
     *
     * @param file workload file with one workload
     * @param policies policies; the others are compared with the first
     * @param repetitions runs of each policy, at least 1
     * @param quantumNanos time between two decisions, ns
     * @param cpus CPUs of the programs, such as 0-3,7; null: the CPUs of this process
     * @param sustained sustained memory bandwidth in the unit of the workload; null: as the workload states, or else as
     *     measured on this machine
     * @param alone source of the run times alone: {@code measure}, {@code profile}, {@code none}, or the folder of an
     *     earlier run
     * @param signals stop programs with signals, not with the freezer
     * @param outlive programs continue after this process has ended
     * @param folder folder of the results; null: {@code schedule/WORKLOAD/TIME} in the results
     */
    public record Settings(Path file, LivePolicies policies, int repetitions, long quantumNanos, String cpus,
            Double sustained, String alone, boolean signals, boolean outlive, Path folder) {
        /**
         * Returns the request for a workload.
         *
         * @param measured returns the bandwidth that was measured on this machine
         * @throws RunbenchException (bad input) a policy needs the bandwidth, which is unknown
         */
        LiveRequest request(Workload workload, Supplier<Optional<SustainedTraffic>> measured) {
            Optional<String> asking = policies.firstByTraffic();
            SustainedRate rate = sustained(workload, measured, asking.isPresent());
            if (!rate.known() && asking.isPresent()) {
                throw RunbenchException
                        .badInput("the sustained memory bandwidth, which " + asking.get() + " needs, is unknown")
                        .remedy("measure it once: runbench machine bandwidth --quick; or write sustained = 20e9 into the "
                                + "workload, or --sustained 20e9");
            }
            return new LiveRequest(workload, quantumNanos, cpus == null ? CpuSet.own() : CpuSet.chosen(cpus), rate,
                    outlive, signals, Path.of(""));
        }

        private SustainedRate sustained(Workload workload, Supplier<Optional<SustainedTraffic>> measured,
                boolean needed) {
            if (sustained != null) {
                return new SustainedRate(sustained, SustainedRate.Source.GIVEN, "given by --sustained");
            }
            if (!Double.isNaN(workload.machine().sustained())) {
                return new SustainedRate(workload.machine().sustained(), SustainedRate.Source.WORKLOAD,
                        "as the workload states");
            }
            try {
                return measured.get()
                        .map(m -> new SustainedRate(workload.unit().of(m.rate(), TrafficUnit.BYTES_PER_SECOND),
                                SustainedRate.Source.MEASURED, m.from()))
                        .orElse(SustainedRate.UNKNOWN);
            } catch (RunbenchException e) {
                if (needed) {
                    throw e;
                }
                return SustainedRate.UNKNOWN; // policies without bandwidth do not need the damaged file
            }
        }
    }

    /**
     * The outcome of a schedule.
     *
     * @param folder folder of the results
     * @param result result of the only run; null: policies or repetitions were compared
     * @param study the comparison; null: there was only one run
     */
    public record Outcome(Path folder, LiveResult result, LiveStudy study) {
        /** Returns the exit code: a run that was interrupted, or a program that failed. */
        public ExitCode exitCode() {
            boolean interrupted = result != null ? result.interrupted() : study.interrupted();
            boolean succeeded = result != null ? result.succeeded()
                    : study.runs().stream().allMatch(LiveStudy.LiveFigures::succeeded);
            return interrupted ? ExitCode.INTERRUPTED : succeeded ? ExitCode.OK : ExitCode.BENCHMARK_FAILED;
        }
    }

    public LiveSchedule(Settings settings, LiveBenches benches, ProfileLibrary library) {
        this.settings = settings;
        this.benches = benches;
        this.library = library;
    }

    /**
     * Runs the schedule and writes its results. Errors in the request are reported before a folder is created.
     *
     * @param measured returns the sustained bandwidth that was measured on this machine
     * @throws RunbenchException nothing could be run
     */
    public Outcome run(Supplier<Optional<SustainedTraffic>> measured, LiveObserver observer) throws IOException {
        Workload workload = benches.withProfiles(workload(), name -> library.find(name).map(LibraryEntry::profile));
        Optional<AloneTimes> known = AloneTimes.known(settings.alone(), workload);
        benches.check(workload);
        LiveRequest checked = settings.request(workload, measured);
        TrafficMeter meter = TrafficMeters.ofThisMachine(workload.unit());
        Path folder = folder(workload);
        LiveRequest request = checked.of(workload, folder);
        try (FolderClaim claim = FolderClaim.of(folder)) {
            warnUnknown(meter.unknown(workload), observer);
            observer.step(known.isEmpty() ? "alone" : "");
            AloneTimes alone = known.isPresent() ? known.get() : AloneTimes.measured(request, meter, benches, observer);
            List<String> names = settings.policies().names();
            if (names.size() > 1 || settings.repetitions() > 1) {
                return new Outcome(folder, null, new LiveComparison(request, meter, benches, observer).run(names,
                        settings.repetitions(), ORDER_SEED, alone));
            }
            observer.step("");
            LiveResult result = new LiveRun(request, meter, benches, alone, observer)
                    .run(LivePolicies.create(names.get(0)));
            LiveFolder.write(result, folder);
            return new Outcome(folder, result, null);
        }
    }

    private void warnUnknown(List<String> programs, LiveObserver observer) {
        if (!programs.isEmpty() && settings.policies().firstByTraffic().isPresent()) {
            observer.notice("the memory traffic of " + programs.get(0)
                    + (programs.size() > 1 ? " and " + (programs.size() - 1) + " more" : "")
                    + " is unknown: this machine cannot count it, and there is no profile; policies that use the "
                    + "traffic ignore these programs. 'runbench schedule profile --list' shows which profiles there are");
        }
    }

    private Workload workload() {
        WorkloadSet set = WorkloadFile.read(settings.file(), name -> library.get(name).profile());
        if (set.workloads().size() != 1) {
            throw RunbenchException
                    .badInput(settings.file() + ": stands for " + set.workloads().size()
                            + " workloads, one for each application")
                    .remedy("one is run: leave application = true out");
        }
        return set.workloads().get(0);
    }

    private Path folder(Workload w) throws IOException {
        Path folder = settings.folder();
        if (folder == null) {
            return RunFolder
                    .create(ResultFolders.root().resolve("schedule"), w.name().replaceAll("[^A-Za-z0-9._-]", "_"),
                            Instant.now())
                    .path();
        }
        if (Files.exists(folder.resolve(LiveFolder.RESULT)) || Files.exists(folder.resolve(LiveComparison.RESULT))) {
            throw RunbenchException.badInput(folder + " already holds a schedule")
                    .remedy("choose another folder with -o, or remove that one");
        }
        return OutputFolder.create(folder);
    }
}
