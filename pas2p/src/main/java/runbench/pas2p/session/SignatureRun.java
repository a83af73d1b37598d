package runbench.pas2p.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import runbench.base.digest.Digests;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.pas2p.session.StopWatcher.Standstill;
import runbench.pas2p.signature.MeasuredRun;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.ProgramComparison;
import runbench.pas2p.signature.ProgramComparison.SeveralThreads;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureFiles;
import runbench.pas2p.trace.CutFile;
import runbench.pas2p.trace.TracedProcess;

/**
 * The measurement of a signature. The program runs again, its sends and collectives are counted, the wanted occurrences
 * are timed, and all ranks are ended after the last of them. Interrupting the thread ends the program; completed
 * measurements are kept.
 */
public final class SignatureRun {
    private static final int RANKS_MILLIS = 10;
    /** Interval of progress checks; frequent checks take time from the ranks. */
    private static final int CUTS_MILLIS = 250;
    /** Time after which ranks that have not started may wait for one without the interposer. */
    private static final long LATE_NANOS = 5_000_000_000L;
    private static final String REPEAT_ADVICE = "trace it once more (runbench pas2p trace -o RUN2 -- ...), and "
            + "build its signature with --repeat RUN2: what"
            + " differs between runs is not measured then, and the rest is found again";
    private static final String PLAN = "cuts.plan";
    private static final String GO = "cuts.go";
    /** The file that a rank creates if a further thread calls MPI; it contains the thread. */
    private static final String THREADS = PLAN + ".threads";

    private final Request request;
    private final Signature signature;
    private final SameProgram same;
    private ProgramComparison.Found found;
    /** True: this run created the folder. */
    private boolean made;
    private final Standstill standstill = new Standstill();
    private boolean interrupted;
    private boolean timedOut;
    /** The wait between ranks that ended the run, in words; null: none. */
    private String stuck;

    /**
     * The input of a measurement.
     *
     * @param home Runbench's folder, which contains native/build
     * @param file the signature's file
     * @param command command line of the program
     * @param folder target of the result; contains none yet
     * @param mpi openmpi, mpich or auto
     * @param full true: the program runs to its end, and its whole time is measured
     * @param force true: differences from the traced run are accepted and recorded in the result
     * @param cpuClock true: the CPU clock is read at each call of an occurrence
     * @param timeout limit of the run; null: none
     * @param output target of the command's output; null: this process's output
     */
    public record Request(Path home, Path file, List<String> command, Path folder, String mpi, boolean full,
            boolean force, boolean cpuClock, Duration timeout, Path output) {
        public Request(Path home, Path file, List<String> command, Path folder, String mpi, boolean full, boolean force,
                boolean cpuClock, Duration timeout) {
            this(home, file, command, folder, mpi, full, force, cpuClock, timeout, null);
        }
    }

    /**
     * The outcome of a run.
     *
     * @param status exit status of the command; meaningless if Runbench ended the command
     * @param stuck the wait between ranks that ended the run, in words; null: none
     */
    public record Outcome(MeasuredSignature measured, Path folder, int status, boolean interrupted, boolean timedOut,
            String stuck) {
        /** Creates the outcome of a run that did not get stuck. */
        public Outcome(MeasuredSignature measured, Path folder, int status, boolean interrupted, boolean timedOut) {
            this(measured, folder, status, interrupted, timedOut, null);
        }

        /** Returns the reason why the result is incomplete; empty: it is complete. */
        public Optional<RunbenchException> failure() {
            String kept = "; " + measured.samples().size() + " of " + measured.signature().measure().size()
                    + " occurrences were measured and are in " + folder.resolve(MeasuredSignature.FILE);
            if (interrupted) {
                return Optional.of(RunbenchException.of(ExitCode.INTERRUPTED, "interrupted" + kept));
            }
            String command = String.join(" ", measured.command());
            if (timedOut) {
                return Optional
                        .of(RunbenchException.of(ExitCode.BENCHMARK_FAILED, command + " was ended by --timeout" + kept)
                                .remedy("allow more time, or check with --full whether the program ends"));
            }
            if (stuck != null) {
                return Optional
                        .of(RunbenchException
                                .of(ExitCode.BENCHMARK_FAILED,
                                        stuck + ": " + command + " sends other messages than when it was"
                                                + " traced, and was ended" + kept)
                                .remedy(REPEAT_ADVICE));
            }
            if (status != 0) {
                return Optional.of(
                        RunbenchException.of(ExitCode.BENCHMARK_FAILED, command + " ended with status " + status + kept)
                                .remedy("run it without runbench first"));
            }
            long elsewhere = measured.missing().stream().filter(MeasuredSignature.Missing::elsewhere).count();
            if (elsewhere > 0 && elsewhere == measured.missing().size()) {
                return Optional.of(RunbenchException
                        .of(ExitCode.BENCHMARK_FAILED,
                                "at " + elsewhere + " of the signature's occurrences " + command
                                        + " sent other messages than when it was traced, so they were left out" + kept)
                        .remedy(REPEAT_ADVICE));
            }
            return measured.missing().isEmpty() ? Optional.empty()
                    : Optional.of(RunbenchException
                            .of(ExitCode.BENCHMARK_FAILED, command + " ended before its signature did" + kept)
                            .remedy("if it does less than in the traced run: runbench pas2p trace and signature "
                                    + "build make a signature of this run"));
        }
    }

    private SignatureRun(Request request) {
        this.request = request;
        signature = SignatureFiles.signature(request.file());
        same = new SameProgram(signature, request.file(), request.force());
    }

    /**
     * Measures the signature.
     *
     * @throws RunbenchException nothing was measured; exit code 2: the running program is not the traced one; 3: it
     *     cannot be measured
     */
    public static Outcome run(Request request, ProgressDisplay display) throws IOException {
        return new SignatureRun(request).measure(display);
    }

    private Outcome measure(ProgressDisplay display) throws IOException {
        SeveralThreads.refuse(signature, request.file());
        same.command(request.command());
        Path folder = prepare();
        String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        String sha256 = Digests.of(request.file());
        Path plan = folder.resolve(PLAN);
        Files.writeString(plan, result(sha256, date, 0, "").plan());
        TracedProcess process = new TracedProcess(request.home(), request.command(), folder).mpi(request.mpi())
                .cpuClock(request.cpuClock())
                .cuts(plan, folder.resolve(GO))
                .output(request.output());
        int status;
        double wallS;
        MeasuredSignature measured;
        try (display) {
            long begin = System.nanoTime();
            status = follow(process, folder, begin, display.start("measuring", "cuts"));
            wallS = (System.nanoTime() - begin) / 1e9;
            if (found == null) {
                found = same.compareStarted(folder);
            }
            measured = result(sha256, date, wallS, whyEnded(status)).read(folder, found)
                    .noting(standstill.remark().stream().toList());
        } catch (RunbenchException e) {
            discard(folder);
            throw e;
        } finally {
            for (String own : List.of(PLAN, GO, THREADS)) {
                Files.deleteIfExists(folder.resolve(own));
            }
        }
        if (found == null && status != 0 && !interrupted && !timedOut) {
            discard(folder);
            throw RunbenchException
                    .of(ExitCode.BENCHMARK_FAILED,
                            String.join(" ", request.command()) + " ended with status " + status
                                    + " before all ranks had started; nothing was measured")
                    .remedy("run it without runbench first");
        }
        if (found == null && status == 0 && !interrupted) {
            discard(folder);
            throw RunbenchException
                    .machine(String.join(" ", request.command()) + " ended with status 0, but not all ranks started")
                    .remedy("is it an MPI program, dynamically linked with " + process.flavour()
                            + "? Try --mpi openmpi or --mpi mpich. On several hosts: one rank at least must see "
                            + folder);
        }
        SignatureFiles.write(measured, folder);
        return new Outcome(measured, folder, status, interrupted, timedOut, stuck);
    }

    private MeasuredRun result(String sha256, String date, double wallS, String whyEnded) {
        return new MeasuredRun(signature, sha256, request.command(), date, request.full(), request.force(),
                request.cpuClock(), wallS, whyEnded);
    }

    private String whyEnded(int status) {
        return interrupted ? "interrupted"
                : timedOut ? "ended by --timeout"
                        : stuck != null ? stuck
                                : status != 0 ? "the command ended with status " + status : "the program ended before";
    }

    private Path prepare() throws IOException {
        made = Files.notExists(request.folder());
        Files.createDirectories(request.folder());
        try (Stream<Path> files = Files.list(request.folder())) {
            if (files.anyMatch(
                    f -> f.getFileName().toString().endsWith(CutFile.SUFFIX) || f.endsWith(MeasuredSignature.FILE))) {
                throw RunbenchException.badInput(request.folder() + " contains a measured signature already")
                        .remedy("choose another directory with -o, or remove that one");
            }
        }
        return request.folder().toAbsolutePath().normalize();
    }

    /** Removes the files of a run without measurements, and the folder if this run created it. */
    private void discard(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.getFileName().toString().endsWith(CutFile.SUFFIX)).toList()) {
                Files.deleteIfExists(file);
            }
        }
        for (String own : List.of(PLAN, GO, THREADS)) {
            Files.deleteIfExists(folder.resolve(own));
        }
        try (Stream<Path> left = Files.list(folder)) {
            if (made && left.findAny().isEmpty()) {
                Files.delete(folder);
            }
        }
    }

    /**
     * Follows the run to its end.
     *
     * @return exit status of the command
     */
    private int follow(TracedProcess traced, Path folder, long begin, Progress progress) throws IOException {
        Process process = traced.start();
        HostCheck hosts = null;
        try {
            long until = request.timeout() == null ? Long.MAX_VALUE : request.timeout().toNanos();
            long[] records = new long[signature.locations().size()];
            StopWatcher stops = new StopWatcher(signature, l -> passed(folder, l, records));
            while (!process.waitFor(found == null ? RANKS_MILLIS : CUTS_MILLIS, TimeUnit.MILLISECONDS)) {
                standstill.look(System.nanoTime() - begin);
                if (found == null) {
                    found = same.compareStarted(folder);
                    if (found != null) {
                        Files.createFile(folder.resolve(GO));
                    }
                }
                if (found == null && System.nanoTime() - begin > LATE_NANOS) {
                    // Before the measurement only: no rank has started.
                    hosts = hosts == null ? HostCheck.start(traced, folder) : hosts;
                    hosts.refuseAnyWithout();
                }
                if (Files.exists(folder.resolve(THREADS)) && Files.size(folder.resolve(THREADS)) > 0) {
                    throw SeveralThreads.of("rank " + Files.readString(folder.resolve(THREADS)).strip()
                            + " calls MPI from several threads");
                }
                if (System.nanoTime() - begin > until) {
                    timedOut = true;
                    ProcessEnd.of(process);
                }
                Optional<String> waits = stops.look(System.nanoTime() - begin);
                if (waits.isPresent() && !request.full() && !timedOut && stuck == null) {
                    stuck = waits.get();
                    ProcessEnd.of(process);
                }
                progress.at(records[0], MeasuredRun.recordsExpected(signature));
            }
        } catch (InterruptedException | ClosedByInterruptException e) {
            interrupted = true;
            ProcessEnd.of(process);
            Thread.interrupted(); // Interrupting a thread closes its open files.
        } catch (UncheckedIOException e) {
            interrupted = e.getCause() instanceof ClosedByInterruptException;
            ProcessEnd.of(process);
            if (!interrupted) {
                throw e.getCause();
            }
            Thread.interrupted();
        } catch (RunbenchException | IOException e) {
            ProcessEnd.of(process);
            throw e;
        } finally {
            if (hosts != null) {
                hosts.close();
            }
        }
        return process.isAlive() ? -1 : process.exitValue();
    }

    /**
     * Returns the last cut of a location.
     *
     * @param records known number of records of its file; updated
     */
    private long passed(Path folder, int location, long[] records) {
        Path file = CutFile.fileOf(folder, signature.locations().get(location).rank());
        try {
            records[location] = Files.exists(file) ? CutFile.recordsSoFar(file, records[location]) : 0;
            return records[location] == 0 ? -1 : CutFile.lastPassed(file, records[location]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
