package runbench.pas2p.checkpoint;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.base.digest.Digests;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.pas2p.checkpoint.ProcessCopy.OpenFiles;
import runbench.pas2p.checkpoint.RestoreObstacles.ProcessHost;
import runbench.pas2p.session.ProcessEnd;
import runbench.pas2p.session.SameProgram;
import runbench.pas2p.signature.CutPlan;
import runbench.pas2p.signature.ProgramComparison;
import runbench.pas2p.signature.ProgramComparison.SeveralThreads;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.trace.TracedProcess;

/**
 * Creates a checkpoint signature. The program runs; all ranks pause after the cut before each phase, and the process
 * tree is copied there. The program is ended after the last copy.
 */
public final class CheckpointBuild {
    private static final int LOOK_MILLIS = 5;
    /**
     * Minimum wait for ranks that do not pause. Paused ranks can block other ranks; those are then copied where they
     * are. The same rule applies to the stop of a signature run.
     */
    private static final long MIN_WAIT_NANOS = 10_000_000_000L;
    private static final double TRACED = 5;
    private static final long ENDING_SECONDS = 30;
    /**
     * Transports for MPICH. System V shared memory has names outside the process tree; POSIX shared memory does not.
     */
    private static final String UCX_TRANSPORTS = "UCX_TLS";
    private static final String WITHOUT_SYSTEM_V = "^sysv";

    private final Request request;
    private final Checkpointer criu;
    private final Signature signature;
    private final SameProgram same;
    private final List<PhaseWindow> windows;
    private final OpenFiles held = OpenFiles.none();
    private final List<CheckpointSignature.Checkpoint> made = new ArrayList<>();
    private Path work;
    private Process process;
    private long untilNanos;

    /**
     * The input of a build.
     *
     * @param home Runbench's folder, which contains native/build
     * @param file the signature's file
     * @param command command line of the program
     * @param folder target of the checkpoints; contains none yet
     * @param mpi openmpi, mpich or auto
     * @param criu CRIU's program; null: searched for
     * @param occurrences occurrences to measure per phase
     * @param warmUp occurrences between the checkpoint and the first measured one
     * @param force true: differences from the traced run are accepted
     * @param timeout limit of the whole run; null: none
     */
    public record Request(Path home, Path file, List<String> command, Path folder, String mpi, Path criu,
            int occurrences, int warmUp, boolean force, Duration timeout) {}

    private CheckpointBuild(Request request) {
        this.request = request;
        criu = Checkpointer.require(request.criu());
        signature = SignatureFiles.signature(request.file());
        same = new SameProgram(signature, request.file(), request.force());
        windows = PhaseWindow.of(signature, request.occurrences(), request.warmUp());
    }

    /**
     * Runs the program and creates the checkpoints. No process of the program remains after an error.
     *
     * @throws RunbenchException exit code 2: the running program is not the traced one; 3: CRIU cannot copy the
     *     processes; 1: the program failed
     */
    public static CheckpointSignature run(Request request, ProgressDisplay display) throws IOException {
        return new CheckpointBuild(request).make(display);
    }

    private CheckpointSignature make(ProgressDisplay display) throws IOException {
        SeveralThreads.refuse(signature, request.file());
        if (windows.isEmpty()) {
            throw RunbenchException.badInput(request.file() + " measures no occurrence of any phase")
                    .remedy("runbench pas2p signature show " + request.file());
        }
        same.command(request.command());
        prepare();
        String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        long begin = System.nanoTime();
        untilNanos = request.timeout() == null ? Long.MAX_VALUE : begin + request.timeout().toNanos();
        work = Files.createTempDirectory("runbench-checkpoint-");
        try (display) {
            Path plan = work.resolve("cuts.plan");
            Files.writeString(plan, CutPlan.pause(signature, windows.get(0).cut(), 1));
            // This file disappears with this process, even if it is killed: paused ranks then end.
            Files.createSymbolicLink(Path.of(plan + ".keeper"),
                    Path.of("/proc", Long.toString(ProcessHandle.current().pid()), "exe"));
            process = new TracedProcess(request.home(), request.command(), work).mpi(request.mpi())
                    .cpuClock(false)
                    .cuts(plan, work.resolve("cuts.go"))
                    .unlessSet(UCX_TRANSPORTS, WITHOUT_SYSTEM_V)
                    .startInSession(work.resolve("output.txt"))
                    .start();
            ProgramComparison.Found found = awaitStart();
            Files.createFile(work.resolve("cuts.go"));
            Progress progress = display.start("copying", "phases");
            for (int i = 0; i < windows.size(); i++) {
                progress.at(i, windows.size());
                checkpoint(i, plan);
            }
            ended();
            CheckpointSignature all = new CheckpointSignature(CheckpointSignature.FORMAT, CheckpointSignature.VERSION,
                    Digests.of(request.file()), signature, request.command(), date, ProcessHost.current(),
                    criu.version(), work.toString(), ProcessHost.addresses(),
                    held.folders().stream().map(Path::toString).filter(f -> !f.startsWith(work.toString())).toList(),
                    needed(), made, found.same(), request.force() && !found.differences().isEmpty(),
                    found.differences(), (System.nanoTime() - begin) / 1e9, remarks());
            CheckpointFiles.write(all, request.folder());
            return all;
        } catch (InterruptedException | ClosedByInterruptException e) {
            Thread.interrupted(); // Interrupting a thread closes its open files.
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted; " + made.size() + " of " + windows.size()
                    + " checkpoints were made, and are no signature yet");
        } finally {
            if (process != null) {
                ProcessEnd.of(process);
            }
            Folders.remove(work);
        }
    }

    private void prepare() throws IOException {
        Files.createDirectories(request.folder());
        try (Stream<Path> files = Files.list(request.folder())) {
            if (files.findAny().isPresent()) {
                throw RunbenchException.badInput(request.folder() + " is not empty")
                        .remedy("choose another directory with -o, or remove that one");
            }
        }
    }

    private ProgramComparison.Found awaitStart() throws InterruptedException, IOException {
        ProgramComparison.Found found = same.compareStarted(work);
        while (found == null) {
            look("before all ranks had started");
            found = same.compareStarted(work);
        }
        return found;
    }

    /**
     * Waits briefly and checks the program.
     *
     * @throws RunbenchException the program has ended, or the timeout has expired
     */
    private void look(String when) throws InterruptedException, IOException {
        if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            throw RunbenchException
                    .of(ExitCode.BENCHMARK_FAILED,
                            String.join(" ", request.command()) + " ended with status " + process.exitValue() + " "
                                    + when + lastWords())
                    .remedy("run it without runbench first");
        }
        if (System.nanoTime() > untilNanos) {
            throw RunbenchException
                    .of(ExitCode.BENCHMARK_FAILED,
                            String.join(" ", request.command()) + " was ended by --timeout " + when)
                    .remedy("allow more time");
        }
    }

    private String lastWords() throws IOException {
        List<String> lines = Files.readAllLines(work.resolve("output.txt"))
                .stream()
                .filter(l -> l.chars().anyMatch(Character::isLetter))
                .toList();
        return lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1);
    }

    private void checkpoint(int i, Path plan) throws IOException, InterruptedException {
        int pause = i + 1;
        Set<Integer> paused = paused(plan, pause);
        List<Integer> running = IntStream.range(0, signature.ranks()).filter(r -> !paused.contains(r)).boxed().toList();
        made.add(new ProcessCopy(criu.program(), process, request.folder().toAbsolutePath().resolve("phase-" + pause),
                held).make(windows.get(i), pause, running));
        String next = pause < windows.size() ? CutPlan.pause(signature, windows.get(pause).cut(), pause + 1)
                : CutPlan.stop(signature, windows.get(i).cut());
        Path arriving = Files.writeString(work.resolve("next.plan"), next);
        Files.move(arriving, Path.of(plan + ".resume-" + pause), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Waits until all ranks have paused, or until no further rank can be expected to. Returns the paused ranks. */
    private Set<Integer> paused(Path plan, int pause) throws IOException, InterruptedException {
        Set<Integer> paused = new HashSet<>();
        long moved = System.nanoTime();
        long patience = Math.max(MIN_WAIT_NANOS, Math.round(TRACED * signature.trace().prefixS() * 1e9));
        while (paused.size() < signature.ranks() && (paused.isEmpty() || System.nanoTime() - moved < patience)) {
            look("before it reached the cut of " + name(windows.get(pause - 1)));
            for (int rank = 0; rank < signature.ranks(); rank++) {
                if (Files.exists(Path.of(plan + ".paused-" + pause + "-" + rank)) && paused.add(rank)) {
                    moved = System.nanoTime();
                }
            }
        }
        return paused;
    }

    private String name(PhaseWindow window) {
        return signature.phases().isEmpty() ? "phase " + window.phase()
                : signature.phases().get(window.phase()).label();
    }

    private void ended() throws InterruptedException, IOException {
        if (!process.waitFor(ENDING_SECONDS, TimeUnit.SECONDS)) {
            throw RunbenchException
                    .of(ExitCode.BENCHMARK_FAILED,
                            String.join(" ", request.command()) + " did not end after its last checkpoint within "
                                    + ENDING_SECONDS + " s")
                    .remedy("runbench pas2p signature run SIG -o MEASURED -- ... shows whether it can be stopped");
        }
        if (process.exitValue() != 0) {
            throw RunbenchException
                    .of(ExitCode.BENCHMARK_FAILED,
                            String.join(" ", request.command()) + " ended with status " + process.exitValue()
                                    + " after its last checkpoint" + lastWords())
                    .remedy("run it without runbench first");
        }
    }

    private List<CheckpointSignature.Needed> needed() throws IOException {
        List<CheckpointSignature.Needed> all = new ArrayList<>();
        TreeSet<Path> read = new TreeSet<>(held.read());
        read.removeAll(held.written());
        for (Path file : read) {
            if (Files.isReadable(file)) {
                all.add(new CheckpointSignature.Needed(file.toString(), Files.size(file), Digests.of(file)));
            }
        }
        return all;
    }

    private List<String> remarks() {
        List<String> all = new ArrayList<>();
        for (CheckpointSignature.Checkpoint c : made) {
            if (!c.running().isEmpty()) {
                all.add(name(c.window()) + ": ranks " + c.running()
                        + " wait for paused ranks and were copied before their cut");
            }
            if (c.window().warmUp() < request.warmUp()) {
                all.add(name(c.window()) + ": only " + c.window().warmUp()
                        + " occurrences are measured before it, so its warm-up is as short");
            }
        }
        return all;
    }
}
