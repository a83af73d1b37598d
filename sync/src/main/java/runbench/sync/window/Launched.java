package runbench.sync.window;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/** A program that was started here or on a gateway: what it says, how it ends, and a way to tell it something. */
public final class Launched {
    private static final int LINES_SHOWN = 5;
    /** 128 + SIGRTMAX; ssh says 255 for its own failures. */
    private static final int LAST_SIGNAL = 128 + 64;

    private static final long LAST_PATIENCE_MILLIS = 2000;

    /** What can be done to it; how depends on where it runs. */
    interface Control {
        void say(String line);

        void closeInput();

        void stop();

        void release();

        /** After everything else failed. */
        void abandon();
    }

    private final List<String> command;
    private final List<String> said = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private Control control;
    private Consumer<String> listener;
    private boolean waiting;
    private Integer exitCode;
    private String failure;

    Launched(List<String> command) {
        this.command = List.copyOf(command);
    }

    void controlledBy(Control how) {
        control = how;
    }

    /** From now on, and beginning with what was said already, lines of its standard output go to {@code consumer} only. */
    synchronized void listen(Consumer<String> consumer) {
        said.forEach(consumer);
        said.clear();
        listener = consumer;
    }

    synchronized void heard(boolean error, String line) {
        if (error) {
            complaints.add(line);
        } else if (listener != null) {
            listener.accept(line);
        } else {
            said.add(line);
        }
        notifyAll();
    }

    synchronized void nowWaiting() {
        waiting = true;
        notifyAll();
    }

    /** @param why in words, where there is no exit status to tell it; else null */
    synchronized void ended(int code, String why) {
        if (exitCode == null) {
            exitCode = code;
            failure = why;
        }
        notifyAll();
    }

    /** Lines of its standard output so far. */
    public synchronized List<String> said() {
        return List.copyOf(said);
    }

    /** Lines of its standard error so far. */
    public synchronized List<String> complaints() {
        return List.copyOf(complaints);
    }

    public synchronized boolean isWaiting() {
        return waiting;
    }

    public synchronized boolean hasEnded() {
        return exitCode != null;
    }

    /** How it ended, what command it was and what it said, for a message. */
    public synchronized String story() {
        String end = failure != null ? failure : exitCode == null ? "still running" : exitCode > 128 && exitCode <= LAST_SIGNAL
                ? "killed by signal " + (exitCode - 128) : "ended with " + exitCode;
        List<String> lines = complaints.isEmpty() ? said : complaints;
        List<String> last = lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size());
        return end + " (command: " + Words.join(command) + (last.isEmpty() ? "; it said nothing)" : "; it said: " + String.join(" | ", last) + ")");
    }

    /** Whether it has not said a word. */
    synchronized boolean isMute() {
        return complaints.isEmpty() && said.isEmpty();
    }

    public List<String> command() {
        return command;
    }

    /** 0 if it ended well; 128 + signal if it was killed; negative if it could not even be started. */
    public synchronized int exitCode() {
        return exitCode == null ? Integer.MIN_VALUE : exitCode;
    }

    /** Waits for {@code condition}, looked at whenever it said something or ended; false if the time was over before. */
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
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted while waiting for: " + Words.join(command)).causedBy(e);
        }
    }

    void say(String line) {
        control.say(line);
    }

    public void closeInput() {
        control.closeInput();
    }

    /** Asks it to end (SIGTERM). */
    public void stop() {
        control.stop();
    }

    void release() {
        control.release();
    }

    /** Ends programs: end of input first, which also travels through ssh, then by signal. */
    static void end(Collection<Launched> programs, long patienceMillis) {
        List<Launched> left = programs.stream().filter(program -> program.control != null).toList();
        left.forEach(Launched::closeInput);
        left = still(left, patienceMillis);
        left.forEach(Launched::stop);
        left = still(left, LAST_PATIENCE_MILLIS);
        left.forEach(program -> program.control.abandon());
    }

    private static List<Launched> still(List<Launched> programs, long millis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        return programs.stream().filter(program -> !program.await(program::hasEnded, deadline)).toList();
    }

    boolean awaitEnd(long millis) {
        return await(() -> exitCode != null, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
