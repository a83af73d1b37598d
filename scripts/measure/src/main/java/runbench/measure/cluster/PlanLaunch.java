package runbench.measure.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.align.run.Announcements;
import runbench.align.run.ClusterFolder;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterState;
import runbench.align.run.RankOutcomes;
import runbench.align.run.RankRecord;
import runbench.align.run.RankState;
import runbench.base.error.RunbenchException;
import runbench.base.process.OutputFollower;
import runbench.measure.cluster.Launchers.LauncherCommand;
import runbench.measure.cluster.Launchers.Pause;
import runbench.measure.cluster.Plan.Member;
import runbench.measure.cluster.Plan.Readiness;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.run.Signal;

/**
 * Runs the programs of a plan: holds all of them at their gates, starts each one when its predecessors are ready, and
 * ends the others when the deciding ones have ended. Each program is sampled, and the clocks of the hosts are measured
 * before and after, as those of a parallel program.
 */
public final class PlanLaunch extends HostedRun {
    /** Time that keepers wait beyond the sum of the plan's limits, s. */
    private static final long WAIT_SECONDS = 300;
    /** Time from SIGKILL to the end of waiting, ms. */
    private static final long KILLED_MILLIS = 5_000;

    private final Plan plan;
    private final OutputStream out;
    private final OutputStream err;
    private final List<PlannedProcess> processes = new ArrayList<>();
    private final AtomicInteger signals = new AtomicInteger();

    /**
     * Creates a launch.
     *
     * @param request settings of sampling, clocks and folder
     * @param out receives the output of the programs whose end ends the run; null: it is not shown
     * @param err receives their errors; null: they are not shown
     */
    public PlanLaunch(Plan plan, ClusterRequest request, ClusterObserver observer, OutputStream out, OutputStream err) {
        super(request, observer);
        this.plan = plan;
        this.out = out;
        this.err = err;
    }

    @Override
    String member() {
        return "program";
    }

    @Override
    ClusterRecord prepare(ClusterFolder folder, Instant begin) throws IOException {
        Files.createDirectories(folder.programs());
        Files.createDirectories(folder.out("any").getParent());
        RecordDraft draft = new RecordDraft(request.beginning(begin, null));
        draft.plan = plan.file().toString();
        draft.size = plan.members().size();
        draft.ranks = new ArrayList<>();
        for (Member member : plan.members()) {
            draft.ranks.add(RankRecord.reported(draft.ranks.size(), "", "", null).of(member.program()));
        }
        return draft.record();
    }

    @Override
    List<OutputFollower> start(ClusterFolder folder) {
        LauncherCommand command = new LauncherCommand(request, folder, bundle);
        long seconds = WAIT_SECONDS + plan.members().stream().mapToLong(m -> m.within().toSeconds()).sum();
        List<OutputFollower> followers = new ArrayList<>();
        for (Member member : plan.members()) {
            Launchers launchers = new Launchers();
            launchers.start(List.of(command.of(plan, processes.size(), seconds)));
            processes.add(new PlannedProcess(member, launchers, folder));
            boolean isShown = member.program().ends() || !plan.hasEnding();
            if (isShown && out != null) {
                followers.add(OutputFollower.start(folder.out(member.name()), out));
            }
            if (isShown && err != null) {
                followers.add(OutputFollower.start(folder.err(member.name()), err));
            }
        }
        return followers;
    }

    @Override
    void received(Signal signal, ClusterFolder folder) {
        signals.incrementAndGet();
    }

    @Override
    void abandon(ClusterFolder folder) {
        try {
            // Keepers that have not reported yet read the run's file.
            folder.write(folder.stop(), "2\n");
        } catch (IOException e) {
            // the launchers are ended anyway
        }
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(KILLED_MILLIS);
        while (processes.stream().anyMatch(PlannedProcess::isLaunched) && System.nanoTime() < until
                && Pause.millis(POLL_MILLIS)) {
            // the keepers end their programs
        }
        processes.forEach(p -> p.launchers.abandon());
    }

    @Override
    ClusterRecord follow(ClusterFolder folder, ClusterRecord record) throws IOException {
        Announcements announced = new Announcements(folder);
        observer.step("starting the programs' samplers on their hosts");
        awaitReports(announced, folder);
        requireFreePorts();
        List<Announcements.Report> reports = announced.ranks();
        List<String> others = otherHosts(reports, record.reference().clockId());
        ClockWindows windows = others.isEmpty() || signals.get() > 0 ? null
                : new ClockWindows(folder, request.clocks(), addresses(), announced, record.reference().host(), others);
        if (windows != null) {
            observer.step("measuring the clocks of " + String.join(", ", others));
            windows.measure(ClusterRecord.When.BEFORE, observer);
        }
        List<ClusterRecord.Problem> problems = new ArrayList<>(
                NodeProcessors.of(Machine.read(SystemFiles.THIS_MACHINE).cpu(), reports)
                        .problems(NodeProcessors.particular(request.sampling(), false)));
        PlannedProcess failed = followPrograms(windows);
        if (failed != null) {
            problems.add(0, failed.lastLines());
        }
        endOthers();
        awaitRecordings(announced);
        processes.stream().filter(PlannedProcess::isLaunched).forEach(p -> p.launchers.abandon());
        if (windows != null && signals.get() < 2) {
            observer.step("measuring the clocks again");
            windows.measure(ClusterRecord.When.AFTER, observer);
        }
        endNodes(folder);
        RecordDraft draft = new RecordDraft(record);
        draft.ranks = new RankOutcomes(folder, false).outcomes(announced.ranks(), processes.size())
                .stream()
                .map(r -> processes.get(r.rank()).outcome(r))
                .toList();
        problems.addAll(RankOutcomes.problems(announced));
        processes.stream().flatMap(p -> p.killed().stream()).forEach(problems::add);
        draft.problems = problems;
        draft.windows = windows == null ? List.of() : windows.windows();
        draft.clocks = windows == null ? null : folder.path().relativize(folder.clocks()).toString();
        return verdict(draft, failed);
    }

    private ClusterRecord verdict(RecordDraft draft, PlannedProcess failed) {
        Integer status = plan.members()
                .stream()
                .filter(m -> m.program().ends())
                .findFirst()
                .flatMap(m -> processes.get(plan.members().indexOf(m)).exitStatus())
                .orElse(null);
        if (signals.get() > 0) {
            return draft.ended(ClusterState.INTERRUPTED, "interrupted", status).record();
        }
        if (failed != null) {
            return draft.ended(ClusterState.FAILED, failed.failure(), status).record();
        }
        String missing = Stream
                .concat(draft.ranks
                        .stream()
                        .filter(r -> r.state() != RankState.COMPLETE)
                        .map(r -> r.title()
                                + " on " + r.host() + " " + r.state().word()
                                + (r.why() == null ? "" : " (" + r.why() + ")")),
                        draft.windows.stream()
                                .flatMap(w -> w.failed()
                                        .stream()
                                        .map(f -> "clock of " + f.host() + " not measured " + w.when().word()
                                                + " the run")))
                .collect(Collectors.joining("; "));
        return draft
                .ended(missing.isEmpty() ? ClusterState.FINISHED : ClusterState.INCOMPLETE,
                        missing.isEmpty() ? null : missing, status)
                .record();
    }

    /** Returns HOST=ADDRESS with the hosts' own names, which need not be addresses. */
    private List<String> addresses() {
        return processes.stream()
                .filter(p -> p.member.program().on() != null)
                .map(p -> p.report.host() + "=" + Plan.address(p.member.program().on()))
                .distinct()
                .toList();
    }

    /** Waits until each program is held at its gate. */
    private void awaitReports(Announcements announced, ClusterFolder folder) throws IOException {
        long until = Long.MAX_VALUE;
        while (signals.get() == 0) {
            List<Announcements.Report> reports = announced.ranks();
            reports.forEach(r -> processes.get(r.rank().rank()).report = r);
            if (processes.stream().allMatch(p -> p.report != null)) {
                return;
            }
            for (PlannedProcess p : processes) {
                if (p.report == null && !p.isLaunched()) {
                    throw p.notLaunched();
                }
            }
            if (!reports.isEmpty() && until == Long.MAX_VALUE) {
                until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RANKS_MILLIS);
            }
            if (System.nanoTime() > until) {
                String missing = processes.stream()
                        .filter(p -> p.report == null)
                        .map(p -> p.member.name())
                        .collect(Collectors.joining(", "));
                throw RunbenchException
                        .machine("no report of " + missing + " within " + RANKS_MILLIS / 1000
                                + " s, although its launcher runs")
                        .remedy("do all hosts see " + folder.path() + "? Choose a shared folder with -o");
            }
            Pause.millis(POLL_MILLIS);
        }
    }

    /** Refuses a port at which another server answers: its readiness would be mistaken for the program's. */
    private void requireFreePorts() {
        for (PlannedProcess p : processes) {
            Readiness ready = p.member.readiness();
            Optional<String> owner = p.report == null ? Optional.empty() : p.report.portOwner();
            if (owner.isPresent() || ready.address() != null && p.accepts()) {
                String who = owner.filter(o -> !o.isEmpty()).orElse("another process, not visible to this user");
                throw RunbenchException
                        .badInput(p.member.readinessWhere() + ": before " + p.member.name() + " starts, "
                                + (owner.isPresent() ? who + " listens on " : "another server accepts connections on ")
                                + ready.words() + (p.report.host().isEmpty() ? "" : " of " + p.report.host()))
                        .remedy("end that process, or give " + p.member.name() + " another port");
            }
        }
    }

    /**
     * Starts the programs in their order and follows them.
     *
     * @return the program whose failure ended the run; null: none
     */
    private PlannedProcess followPrograms(ClockWindows windows) throws IOException {
        long begin = System.nanoTime();
        long again = windows == null || request.clocks().again() == null ? Long.MAX_VALUE
                : request.clocks().again().toNanos();
        long next = again == Long.MAX_VALUE ? again : begin + again;
        var progress = observer.progress().start("running", " s");
        try {
            while (signals.get() == 0) {
                for (PlannedProcess p : processes) {
                    if (!p.isStarted() && isReadyForStart(p)) {
                        observer.step("starting " + p.words());
                        p.start();
                    }
                    p.look(plan.hasEnding());
                    if (p.failure() != null) {
                        return p;
                    }
                }
                if (processes.stream()
                        .filter(p -> p.member.program().ends() || !plan.hasEnding())
                        .allMatch(PlannedProcess::isEnded)) {
                    return null;
                }
                progress.at(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin), -1);
                if (System.nanoTime() >= next) {
                    windows.measure(ClusterRecord.When.BETWEEN, observer);
                    next = System.nanoTime() + again;
                    progress = observer.progress().start("running", " s");
                }
                if (!Pause.millis(POLL_MILLIS)) {
                    break;
                }
            }
            return null;
        } finally {
            observer.progress().close();
        }
    }

    private boolean isReadyForStart(PlannedProcess program) {
        return processes.stream()
                .filter(p -> program.member.program().after().contains(p.member.name()))
                .allMatch(PlannedProcess::isReady);
    }

    /** Ends the programs that still run: SIGTERM, and SIGKILL after the grace time or at a second signal. */
    private void endOthers() throws IOException {
        List<PlannedProcess> left = processes.stream().filter(p -> p.report != null && !p.hasEndFile()).toList();
        if (left.isEmpty()) {
            return;
        }
        observer.step("ending " + left.stream().map(p -> p.member.name()).collect(Collectors.joining(", ")));
        for (PlannedProcess p : left) {
            p.stop(1);
        }
        int before = signals.get();
        await(left, plan.grace().toMillis(), before);
        for (PlannedProcess p : left) {
            if (!p.hasEndFile() && p.isLaunched()) {
                p.stop(2);
            }
        }
        await(left, KILLED_MILLIS, Integer.MAX_VALUE);
    }

    private void await(List<PlannedProcess> left, long millis, int signalsBefore) {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (left.stream().anyMatch(p -> !p.hasEndFile() && p.isLaunched()) && System.nanoTime() < until
                && signals.get() <= signalsBefore && Pause.millis(POLL_MILLIS)) {
            // the keepers end their programs
        }
    }
}
