package runbench.measure;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import runbench.base.error.ExceptionTranslator;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.file.FolderClaim;
import runbench.base.process.OutputFollower;
import runbench.base.progress.ProgressDisplay;
import runbench.sampler.environment.MachineState;

/**
 * A run from its first file to its last: whatever ends it - its own end, a failure, a signal - {@code run.json} tells
 * the state and the reason. What was rejected before a program ran leaves no folder behind.
 */
final class RunLife {
    private static final String BEFORE = "interrupted before the program was started";

    /** What a run consists of. */
    @FunctionalInterface
    interface Body<T> {
        T live(RunLife life) throws Exception;
    }

    /** Makes the run's folder. */
    @FunctionalInterface
    interface Place {
        RunFolder make() throws IOException;
    }

    private final RunObserver observer;
    private RunFolder folder;
    private FolderClaim claim;
    private RunRecord record;
    private RunSurroundings surroundings;
    private final Interrupts interrupts;
    private final Map<Path, OutputStream> shown = new LinkedHashMap<>();
    private Runnable cleanUp = () -> {};
    private volatile boolean ran;

    private RunLife(RunObserver observer) {
        this.observer = observer;
        interrupts = Interrupts.open(this::giveUp);
    }

    /**
     * @param state of the machine, being read
     * @param place asked when signals are in hand already, as a folder that nobody accounts for must not be left
     * @param facts what its record says from the start
     * @return what the body returned
     */
    static <T> T of(CompletableFuture<MachineState> state, Place place, Function<RunFolder, RunRecord> facts,
            RunObserver observer, Body<T> body) throws Exception {
        RunLife life = new RunLife(observer);
        try {
            life.settle(place, facts);
        } catch (Throwable e) {
            life.interrupts.close();
            throw e;
        }
        ProgressDisplay progress = observer.progress();
        try (progress) {
            life.surroundings = RunSurroundings.of(state, life.record, observer);
            life.record.begun();
            T result = body.live(life);
            life.ended(RunState.FAILED, "it ended without a word");
            return result;
        } catch (Throwable e) { // an Error too: run.json says how it ended
            progress.close();
            life.ended(RunState.FAILED, ExceptionTranslator.translate(e).getMessage());
            throw e;
        } finally {
            life.interrupts.close();
            life.release();
        }
    }

    /** A signal that comes meanwhile waits for the end of it. */
    private synchronized void settle(Place place, Function<RunFolder, RunRecord> facts) throws IOException {
        folder = place.make();
        claim = folder.claim();
        record = facts.apply(folder);
    }

    private void release() {
        try {
            claim.close();
        } catch (IOException e) {
            // The folder has gone, or cannot be written to: nothing is left to release.
        }
    }

    RunFolder folder() {
        return folder;
    }

    RunRecord record() {
        return record;
    }

    /** The machine as it was when the run began. */
    RunSurroundings surroundings() {
        return surroundings;
    }

    RunObserver observer() {
        return observer;
    }

    Interrupts interrupts() {
        return interrupts;
    }

    /** Of each program that is started: what it writes to a file is printed too. */
    void show(Path file, OutputStream to) {
        shown.put(file, to);
    }

    /** @return to be closed when the program has ended */
    List<OutputFollower> followers() {
        return shown.entrySet().stream().map(e -> OutputFollower.start(e.getKey(), e.getValue())).toList();
    }

    /** The program under counters has begun. */
    void programRan() {
        ran = true;
    }

    /** @param task for the end of the run, in whatever way it comes; called at most once by {@link #cleanUp} */
    void atEnd(Runnable task) {
        synchronized (record) {
            cleanUp = task;
        }
    }

    /** Does now what was left for the end. */
    void cleanUp() {
        synchronized (record) {
            Runnable task = cleanUp;
            cleanUp = () -> {};
            task.run();
        }
    }

    /** Where nobody else had the last word. */
    private void ended(RunState state, String reason) {
        synchronized (record) {
            try {
                cleanUp();
            } catch (RuntimeException e) {
                observer.failed(ExceptionTranslator.translate(e));
            }
            if (record.hasEnded()) {
                return;
            }
            try {
                if (ran || !folder.removeUnused()) {
                    record.ended(state, reason);
                    release();
                }
            } catch (IOException e) {
                // The folder has gone, or the disk is full: the command's own last words say what failed first.
            }
        }
    }

    /**
     * A signal while no program runs: the rest of the command is not worth waiting for. The record's lock is never
     * given back, so that nothing else can be written until this process has ended.
     */
    private void giveUp() {
        synchronized (this) {
            if (record == null) {
                observer.failed(RunbenchException.of(ExitCode.INTERRUPTED, BEFORE + ": nothing was measured"));
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED.code());
            }
        }
        synchronized (record) {
            boolean written = record.hasEnded();
            observer.progress().close();
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
            String when = ran ? "interrupted while its results were written" : BEFORE;
            ended(RunState.INTERRUPTED, when);
            RunbenchException e = RunbenchException.of(ExitCode.INTERRUPTED,
                    ran ? when : when + ": nothing was measured");
            observer.failed(!ran || written ? e : e.remedy("the recording is whole: " + again()));
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED.code());
        }
    }

    private String again() {
        return "runbench parse " + folder.path() + "; runbench plot " + folder.path();
    }
}
