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
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.sampler.environment.MachineState;

/**
 * The life of a run from its first file to its last. Whether it ends normally, by a failure or by a signal,
 * {@code run.json} holds the state and the reason. A run that is rejected before its program starts leaves no folder.
 */
// The record is assigned once, before another thread can reach it.
@SuppressWarnings("SynchronizeOnNonFinalField")
final class RunLife {
    private static final String BEFORE_START = "interrupted before the program was started";

    /** The work of a run. */
    @FunctionalInterface
    interface Body<T> {
        T run(RunLife life) throws Exception;
    }

    /** Creates the run's folder. */
    @FunctionalInterface
    interface Place {
        RunFolder create() throws IOException;
    }

    private final RunObserver observer;
    private RunFolder folder;
    private FolderClaim claim;
    private RunRecord record;
    private RunSurroundings surroundings;
    private final Interrupts interrupts;
    private final Map<Path, OutputStream> followedFiles = new LinkedHashMap<>();
    private Runnable cleanUp = () -> {};
    private volatile boolean programStarted;

    private RunLife(RunObserver observer) {
        this.observer = observer;
        interrupts = Interrupts.open(this::endCommand);
    }

    /**
     * Runs a body between the creation of the folder and the final record.
     *
     * @param state state of the machine, being read
     * @param place creates the folder; called after signal handlers are installed, so that an interrupted command
     *     leaves no folder without a record
     * @param facts creates the record with its first entries
     * @return the result of the body
     */
    static <T> T run(CompletableFuture<MachineState> state, Place place, Function<RunFolder, RunRecord> facts,
            RunObserver observer, Body<T> body) throws Exception {
        RunLife life = new RunLife(observer);
        try {
            life.createFolder(place, facts);
        } catch (Throwable e) {
            life.interrupts.close();
            throw e;
        }
        ProgressDisplay progress = observer.progress();
        try (progress) {
            life.surroundings = RunSurroundings.of(state, life.record, observer);
            life.record.begun();
            T result = body.run(life);
            life.ended(RunState.FAILED, "the command ended without recording a state");
            return result;
        } catch (Throwable e) { // an Error too: run.json must hold the end of the run
            progress.close();
            life.ended(RunState.FAILED, ExceptionTranslator.translate(e).getMessage());
            throw e;
        } finally {
            life.interrupts.close();
            life.release();
        }
    }

    /** Holds {@code this} so that a signal handler cannot run before the folder exists. */
    private synchronized void createFolder(Place place, Function<RunFolder, RunRecord> facts) throws IOException {
        folder = place.create();
        claim = folder.claim();
        record = facts.apply(folder);
    }

    private void release() {
        try {
            claim.close();
        } catch (IOException e) {
            // The folder was removed or is not writable: there is nothing to release.
        }
    }

    RunFolder folder() {
        return folder;
    }

    RunRecord record() {
        return record;
    }

    /** Returns the state of the machine at the start of the run. */
    RunSurroundings surroundings() {
        return surroundings;
    }

    RunObserver observer() {
        return observer;
    }

    Interrupts interrupts() {
        return interrupts;
    }

    /** Prints a file that programs of this run write, while they write it. */
    void show(Path file, OutputStream to) {
        followedFiles.put(file, to);
    }

    /**
     * Starts the output followers.
     *
     * @return the followers; the caller closes them after the program has ended
     */
    List<OutputFollower> followers() {
        return followedFiles.entrySet().stream().map(e -> OutputFollower.start(e.getKey(), e.getValue())).toList();
    }

    /** Marks that the program under counters has started. */
    void programStarted() {
        programStarted = true;
    }

    /**
     * Registers a task for the end of the run, however it ends.
     *
     * @param task runs at most once, in {@link #cleanUp}
     */
    void atEnd(Runnable task) {
        synchronized (record) {
            cleanUp = task;
        }
    }

    /** Runs the task registered by {@link #atEnd}. */
    void cleanUp() {
        synchronized (record) {
            Runnable task = cleanUp;
            cleanUp = () -> {};
            task.run();
        }
    }

    /** Records the end of the run unless it is already recorded. */
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
                if (programStarted || !folder.removeUnused()) {
                    record.ended(state, reason);
                    release();
                }
            } catch (IOException e) {
                // The folder was removed or the disk is full: the command itself reports the first error.
            }
        }
    }

    /**
     * Ends the command on a signal while no program runs. The record's lock is not released, so that no other thread
     * writes before this process ends.
     */
    private void endCommand() {
        synchronized (this) {
            if (record == null) {
                observer.failed(RunbenchException.of(ExitCode.INTERRUPTED, BEFORE_START + ": nothing was measured"));
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED.code());
            }
        }
        synchronized (record) {
            boolean written = record.hasEnded();
            observer.progress().close();
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
            String when = programStarted ? "interrupted while its results were written" : BEFORE_START;
            ended(RunState.INTERRUPTED, when);
            RunbenchException e = RunbenchException.of(ExitCode.INTERRUPTED,
                    programStarted ? when : when + ": nothing was measured");
            observer.failed(!programStarted || written ? e : e.remedy("the recording is whole: " + analysisCommands()));
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED.code());
        }
    }

    private String analysisCommands() {
        return "runbench parse " + folder.path() + "; runbench plot " + folder.path();
    }
}
