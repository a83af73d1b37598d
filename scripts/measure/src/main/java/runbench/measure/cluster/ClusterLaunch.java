package runbench.measure.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import runbench.align.run.Announcements;
import runbench.align.run.ClusterFolder;
import runbench.align.run.ClusterRecord;
import runbench.align.run.RankOutcomes;
import runbench.align.run.RankRecord;
import runbench.base.error.RunbenchException;
import runbench.base.process.IoReason;
import runbench.base.process.OutputFollower;
import runbench.measure.cluster.Launchers.LauncherCommand;
import runbench.measure.cluster.Launchers.Pause;
import runbench.measure.cluster.MissingRanks.PreloadNotes;
import runbench.pas2p.trace.RankHeader;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.run.Signal;

/**
 * Runs a parallel program under its own launcher, samples each rank and measures the clocks before and after. The nodes
 * and this process communicate through files in the run's folder, which all nodes see.
 */
public final class ClusterLaunch extends HostedRun {
    private final OutputStream out;
    private final OutputStream err;
    private final Launchers launchers = new Launchers();
    private List<ProcessBuilder> builders;

    /**
     * Creates a launch.
     *
     * @param out receives the program's output while it runs; null: it is not shown
     * @param err receives the program's errors while it runs; null: they are not shown
     */
    public ClusterLaunch(ClusterRequest request, ClusterObserver observer, OutputStream out, OutputStream err) {
        super(request, observer);
        this.out = out;
        this.err = err;
    }

    @Override
    ClusterRecord prepare(ClusterFolder folder, Instant begin) throws IOException {
        for (Path path : List.of(folder.ranks(), folder.trace(), folder.loaded())) {
            Files.createDirectories(path);
        }
        LauncherCommand command = new LauncherCommand(request, folder, bundle);
        builders = command.builders();
        return request.beginning(begin, command.mpi());
    }

    @Override
    List<OutputFollower> start(ClusterFolder folder) {
        launchers.start(builders);
        List<OutputFollower> followers = new ArrayList<>();
        if (out != null) {
            followers.add(OutputFollower.start(folder.launcherOut(), out));
        }
        if (err != null) {
            followers.add(OutputFollower.start(folder.launcherErr(), err));
        }
        return followers;
    }

    @Override
    String member() {
        return "rank";
    }

    @Override
    void abandon(ClusterFolder folder) {
        launchers.abandon();
    }

    @Override
    void received(Signal signal, ClusterFolder folder) {
        try {
            folder.write(folder.stop(), launchers.interrupted() ? "2\n" : "1\n");
        } catch (IOException e) {
            // The launcher receives the signal anyway.
        }
        launchers.received(signal);
    }

    /** Follows the run from the first rank's report to the end of the last rank. */
    @Override
    ClusterRecord follow(ClusterFolder folder, ClusterRecord record) throws IOException {
        Announcements announced = new Announcements(folder);
        observer.step("waiting for the ranks");
        awaitRanks(announced, folder);
        List<Announcements.Report> ranks = announced.ranks();
        int size = ranks.stream().mapToInt(Announcements.Report::size).max().orElse(0);
        List<String> others = otherHosts(ranks, record.reference().clockId());
        ClockWindows windows = others.isEmpty() ? null
                : new ClockWindows(folder, request.clocks(), request.hosts(), announced, record.reference().host(),
                        others);
        if (windows != null && launchers.running() && !launchers.interrupted()) {
            observer.step("measuring the clocks of " + String.join(", ", others));
            windows.measure(ClusterRecord.When.BEFORE, observer);
        }
        List<ClusterRecord.Problem> processors = NodeProcessors.of(Machine.read(SystemFiles.THIS_MACHINE).cpu(), ranks)
                .problems(NodeProcessors.particular(request.sampling(), request.perNode()));
        ClusterRecord.StartAt startAt = releaseRanks(folder, windows, record.reference(), ranks);
        Integer status = awaitLauncher(windows, size, ranks.size());
        awaitRecordings(announced);
        if (windows != null && !launchers.hurried()) {
            observer.step("measuring the clocks again");
            windows.measure(ClusterRecord.When.AFTER, observer);
        }
        endNodes(folder);
        List<RankRecord> outcomes = new RankOutcomes(folder, request.perNode()).outcomes(announced.ranks(), size);
        List<ClusterRecord.Problem> problems = RankOutcomes.problems(announced);
        problems.addAll(processors);
        if (!outcomes.isEmpty()) {
            PreloadNotes.forget(folder);
        } else if (!launchers.interrupted()) {
            problems.addAll(new MissingRanks(request, folder, bundle, status).reasons());
        }
        RecordDraft edited = new RecordDraft(record);
        edited.size = Math.max(size, ranks.size());
        edited.ranks = outcomes;
        edited.problems = problems;
        edited.startAt = startAt;
        edited.windows = windows == null ? List.of() : windows.windows();
        edited.clocks = windows == null ? null : folder.path().relativize(folder.clocks()).toString();
        edited.trace = hasTrace(folder) ? folder.path().relativize(folder.trace()).toString() : null;
        edited.mpi = edited.trace == null ? null : record.mpi();
        Optional<ClusterRecord.Problem> unconnected = edited.trace == null ? Optional.empty()
                : RankHeader.unconnected(folder.trace(), edited.size)
                        .map(e -> new ClusterRecord.Problem(-1, "", "no phases", e.getMessage(),
                                e.remedy().orElse(null)));
        unconnected.ifPresent(problems::add);
        LaunchVerdict verdict = LaunchVerdict.of(launchers.interrupted(), status, outcomes,
                edited.trace == null ? Set.of() : LaunchVerdict.withoutFinalize(folder, status, outcomes),
                edited.windows, unconnected.isEmpty());
        return edited.ended(verdict.state(), verdict.reason(), status).record();
    }

    private void awaitRanks(Announcements announced, ClusterFolder folder) throws IOException {
        long until = Long.MAX_VALUE;
        while (launchers.running() && !launchers.interrupted()) {
            List<Announcements.Report> ranks = announced.ranks();
            int size = ranks.stream().mapToInt(Announcements.Report::size).max().orElse(0);
            if (!ranks.isEmpty() && (size == 0 || ranks.size() + announced.unreported() >= size)) {
                return;
            }
            // A launcher may wait in a queue for any time; the ranks of one run start together.
            if (!ranks.isEmpty() && until == Long.MAX_VALUE) {
                until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RANKS_MILLIS);
            }
            if (until != Long.MAX_VALUE && System.nanoTime() > until) {
                observer.problem(RunbenchException
                        .machine(ranks.size() + " of " + size + " ranks have reported; the others are not waited for")
                        .remedy("do all nodes see " + folder.path() + "? Choose a shared folder with -o"));
                return;
            }
            if (!Pause.millis(POLL_MILLIS)) {
                return;
            }
        }
    }

    private ClusterRecord.StartAt releaseRanks(ClusterFolder folder, ClockWindows windows,
            ClusterRecord.Reference reference, List<Announcements.Report> ranks) throws IOException {
        ClusterRecord.StartAt startAt = null;
        if (request.startIn() != null) {
            StringBuilder lines = new StringBuilder();
            long at = MonotonicClock.nanos() + request.startIn().toNanos();
            double worst = 0;
            ranks.stream()
                    .filter(r -> r.rank().clockId().equals(reference.clockId()))
                    .map(Announcements.Report::host)
                    .distinct()
                    .forEach(host -> lines.append(host).append(' ').append(at).append('\n'));
            Map<String, ClockWindows.LocalInstant> locals = windows == null ? Map.of() : windows.localInstants(at);
            for (Map.Entry<String, ClockWindows.LocalInstant> local : locals.entrySet()) {
                lines.append(local.getKey()).append(' ').append(local.getValue().nanos()).append('\n');
                worst = Math.max(worst, local.getValue().errorNanos());
            }
            try {
                folder.write(folder.go(), lines);
                startAt = new ClusterRecord.StartAt(at, worst);
            } catch (IOException e) {
                observer.problem(RunbenchException
                        .machine("the ranks start immediately, and not at one instant: " + folder.go()
                                + " cannot be written: " + IoReason.of(e))
                        .remedy("make room: df -h " + folder.path())
                        .causedBy(e));
            }
        }
        if (startAt == null) {
            // A new file name needs no space for data, so the ranks can start on a full disk.
            Files.createFile(folder.go());
        }
        return startAt;
    }

    /**
     * Waits for the launchers.
     *
     * @return exit status; the first that is not 0 if there are several; null: no launcher was started
     */
    private Integer awaitLauncher(ClockWindows windows, int size, int reported) {
        observer.step(reported + (size > 0 ? " of " + size : "") + " ranks run");
        long begin = System.nanoTime();
        long next = request.clocks().again() == null || windows == null ? Long.MAX_VALUE
                : begin + request.clocks().again().toNanos();
        var progress = observer.progress().start("running", " s");
        while (launchers.running()) {
            progress.at(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin), -1);
            if (System.nanoTime() >= next) {
                windows.measure(ClusterRecord.When.BETWEEN, observer);
                next = System.nanoTime() + request.clocks().again().toNanos();
                progress = observer.progress().start("running", " s");
            }
            if (!Pause.millis(POLL_MILLIS)) {
                break;
            }
        }
        observer.progress().close();
        return launchers.status();
    }

    private static boolean hasTrace(ClusterFolder folder) throws IOException {
        try (Stream<Path> files = Files.list(folder.trace())) {
            return files.anyMatch(f -> f.getFileName().toString().endsWith(".mpit"));
        }
    }
}
