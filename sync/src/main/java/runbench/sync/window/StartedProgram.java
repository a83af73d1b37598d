package runbench.sync.window;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.process.ExitStatus;
import runbench.sync.window.Template.Words;

/** A program that was started here or on a gateway, with its output, its end and its input. */
public final class StartedProgram {
    private static final int LINES_SHOWN = 5;

    private static final long STOP_TIMEOUT_MILLIS = 2000;

    /** The operations on a program; they depend on the host that runs it. */
    interface Control {
        void send(String line);

        void closeInput();

        void stop();

        void release();

        /** Kills the program after all other operations failed. */
        void abandon();
    }

    private final List<String> command;
    private final List<String> output = new ArrayList<>();
    private final List<String> errorOutput = new ArrayList<>();
    private Control control;
    private Consumer<String> listener;
    private boolean waiting;
    private Integer exitCode;
    private String failure;

    StartedProgram(List<String> command) {
        this.command = List.copyOf(command);
    }

    void setControl(Control how) {
        control = how;
    }

    /** Passes all lines of standard output, including earlier ones, to {@code consumer} only. */
    synchronized void listen(Consumer<String> consumer) {
        output.forEach(consumer);
        output.clear();
        listener = consumer;
    }

    synchronized void received(boolean error, String line) {
        if (error) {
            errorOutput.add(line);
        } else if (listener != null) {
            listener.accept(line);
        } else {
            output.add(line);
        }
        notifyAll();
    }

    synchronized void markWaiting() {
        waiting = true;
        notifyAll();
    }

    /**
     * Records the end.
     *
     * @param code exit status
     * @param why reason if there is no exit status; else null
     */
    synchronized void ended(int code, String why) {
        if (exitCode == null) {
            exitCode = code;
            failure = why;
        }
        notifyAll();
    }

    /** Returns the lines of standard output so far. */
    public synchronized List<String> output() {
        return List.copyOf(output);
    }

    /** Returns the lines of standard error so far. */
    public synchronized List<String> errorOutput() {
        return List.copyOf(errorOutput);
    }

    public synchronized boolean isWaiting() {
        return waiting;
    }

    public synchronized boolean hasEnded() {
        return exitCode != null;
    }

    /** Returns the end, the command and the last output as text for a message. */
    public synchronized String describe() {
        String end = failure != null ? failure
                : exitCode == null ? "still running"
                        : ExitStatus.signal(exitCode).isPresent()
                                ? "killed by signal " + ExitStatus.signal(exitCode).getAsInt()
                                : "ended with " + exitCode;
        List<String> lines = errorOutput.isEmpty() ? output : errorOutput;
        List<String> last = lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size());
        return end + " (command: " + Words.join(command)
                + (last.isEmpty() ? "; no output)" : "; output: " + String.join(" | ", last) + ")");
    }

    /** Returns whether the program has written nothing. */
    synchronized boolean isSilent() {
        return errorOutput.isEmpty() && output.isEmpty();
    }

    public List<String> command() {
        return command;
    }

    /**
     * Returns the exit status: 0 for success, 128 + signal if killed, negative if it could not be started,
     * {@link Integer#MIN_VALUE} while it runs.
     */
    public synchronized int exitCode() {
        return exitCode == null ? Integer.MIN_VALUE : exitCode;
    }

    /**
     * Waits for {@code condition}, which is checked after each output and at the end.
     *
     * @return false if the deadline passed
     * @throws RunbenchException if interrupted
     */
    synchronized boolean await(BooleanSupplier condition, long deadline) {
        try {
            while (!condition.getAsBoolean()) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    return false;
                }
                wait(Math.min(left, 200));
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted while waiting for: " + Words.join(command))
                    .causedBy(e);
        }
    }

    void send(String line) {
        control.send(line);
    }

    public void closeInput() {
        control.closeInput();
    }

    /** Requests the end (SIGTERM). */
    public void stop() {
        control.stop();
    }

    void release() {
        control.release();
    }

    /** Ends programs: by end of input first, which ssh forwards, then by signal. */
    static void end(Collection<StartedProgram> programs, long patienceMillis) {
        List<StartedProgram> left = programs.stream().filter(program -> program.control != null).toList();
        left.forEach(StartedProgram::closeInput);
        left = running(left, patienceMillis);
        left.forEach(StartedProgram::stop);
        left = running(left, STOP_TIMEOUT_MILLIS);
        left.forEach(program -> program.control.abandon());
    }

    private static List<StartedProgram> running(List<StartedProgram> programs, long millis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        return programs.stream().filter(program -> !program.await(program::hasEnded, deadline)).toList();
    }

    boolean awaitEnd(long millis) {
        return await(() -> exitCode != null, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
