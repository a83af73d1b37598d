package runbench.measure.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import runbench.pas2p.trace.TracedProcess;
import runbench.sampler.run.Signal;

/** The processes that start the ranks: one, or one per host. Signals to the run are forwarded through them. */
final class Launchers {
    /** Time for a launcher to end its ranks, ms. Slurm's srun treats the first Ctrl-C as a question. */
    private static final long GRACE_MILLIS = 3_000;
    private static final long HURRY_MILLIS = 1_000;

    private final List<Process> processes = new ArrayList<>();
    private int asked;

    /** Starts all processes unless an end was requested. */
    synchronized void start(List<ProcessBuilder> builders) {
        for (ProcessBuilder builder : builders) {
            if (asked == 0) {
                processes.add(TracedProcess.start(builder));
            }
        }
    }

    synchronized boolean running() {
        return processes.stream().anyMatch(Process::isAlive);
    }

    /** Returns whether an end was requested. */
    synchronized boolean interrupted() {
        return asked > 0;
    }

    /** Returns whether an end was requested more than once: all waiting ends. */
    synchronized boolean hurried() {
        return asked > 1;
    }

    /**
     * Waits for all processes.
     *
     * @return exit status; the first that is not 0 if there are several; null: none was started
     */
    synchronized Integer status() {
        Integer status = null;
        for (Process process : processes) {
            int one = process.isAlive() ? 0 : process.exitValue();
            status = status == null || status == 0 ? Integer.valueOf(one) : status;
        }
        return status;
    }

    /**
     * Forwards a signal. Ctrl-C at a terminal reaches the launchers directly, and a launcher that receives two signals
     * may leave ranks running. The signal is therefore forwarded only if it came from elsewhere or has no effect. On a
     * second request the launchers get a short time to end their ranks and are then killed.
     */
    void received(Signal signal) {
        boolean first;
        synchronized (this) {
            first = ++asked == 1;
        }
        boolean byTerminal = signal == Signal.INT && inForeground();
        if (!byTerminal) {
            forEach(Process::destroy);
        }
        if (byTerminal || !first) {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(first ? GRACE_MILLIS : HURRY_MILLIS);
            while (running() && System.nanoTime() < until && Pause.millis(20)) {
                // the launcher ends its ranks
            }
            forEach(first ? Process::destroy : Process::destroyForcibly);
        }
    }

    private synchronized void forEach(Consumer<Process> action) {
        processes.forEach(action);
    }

    /** Returns whether this process belongs to the terminal's foreground process group. */
    private static boolean inForeground() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] behindName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return behindName[2].equals(behindName[5]);
        } catch (IOException e) {
            return false;
        }
    }

    /** Kills all processes if the run cannot be followed any longer. */
    void abandon() {
        forEach(Process::destroy);
    }
}
