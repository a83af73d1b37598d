package runbench.measure;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.base.error.ExceptionTranslator;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.progress.ProgressDisplay;

/**
 * A run from its first file to its last: whatever ends it - its own end, a failure, a signal - {@code run.json} tells the
 * state and the reason. What was rejected before a program ran leaves no folder behind.
 */
final class RunLife {
    /** What a run consists of. */
    @FunctionalInterface
    interface Body<T> {
        T live(RunLife life) throws Exception;
    }

    private final RunFolder folder;
    private final RunRecord record;
    private final RunObserver observer;
    private final Interrupts interrupts = Interrupts.open(this::giveUp);
    private final Map<Path, OutputStream> shown = new LinkedHashMap<>();
    private Runnable cleanUp = () -> { };
    private volatile boolean ran;

    private RunLife(RunFolder folder, RunRecord record, RunObserver observer) {
        this.folder = folder;
        this.record = record;
        this.observer = observer;
    }

    /** @return what the body returned */
    static <T> T of(RunFolder folder, RunRecord record, RunObserver observer, Body<T> body) throws Exception {
        RunLife life = new RunLife(folder, record, observer);
        ProgressDisplay progress = observer.progress();
        try (progress) {
            record.begun();
            T result = body.live(life);
            life.ended(RunState.FAILED, "it ended without a word");
            return result;
        } catch (Throwable e) { // an Error too: run.json says how it ended
            progress.close();
            life.ended(RunState.FAILED, ExceptionTranslator.translate(e).getMessage());
            throw e;
        } finally {
            life.interrupts.close();
        }
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
            cleanUp = () -> { };
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
                }
            } catch (IOException e) {
                // The folder has gone, or the disk is full: the command's own last words say what failed first.
            }
        }
    }

    /**
     * A signal while no program runs: the rest of the command is not worth waiting for. The record's lock is never given
     * back, so that nothing else can be written until this process has ended.
     */
    private void giveUp() {
        synchronized (record) {
            boolean written = record.hasEnded();
            observer.progress().close();
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
            String when = ran ? "interrupted while its results were written" : "interrupted before the program was started";
            ended(RunState.INTERRUPTED, when);
            RunbenchException e = RunbenchException.of(ExitCode.INTERRUPTED, ran ? when : when + ": nothing was measured");
            observer.failed(!ran || written ? e : e.remedy("the recording is whole: " + again()));
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED.code());
        }
    }

    private String again() {
        return "runbench parse " + folder.path() + "; runbench plot " + folder.path();
    }
}
