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

/** The processes that start the ranks: one, or one a host. Whoever ends the run ends it through them. */
final class Launchers {
    /** What a launcher gets for ending its ranks; Slurm's takes one Ctrl-C for a question. */
    private static final long GRACE_MILLIS = 3_000;
    private static final long HURRY_MILLIS = 1_000;

    private final List<Process> processes = new ArrayList<>();
    private int asked;

    /** Starts all of them, unless somebody has asked for an end. */
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

    /** Whether somebody has asked for an end. */
    synchronized boolean interrupted() {
        return asked > 0;
    }

    /** Whether somebody has asked for it more than once: nothing more is waited for. */
    synchronized boolean hurried() {
        return asked > 1;
    }

    /** @return the exit status; the first that is not 0 where there are several; null: none was started */
    synchronized Integer status() {
        Integer status = null;
        for (Process process : processes) {
            int one = process.isAlive() ? 0 : process.exitValue();
            status = status == null || status == 0 ? Integer.valueOf(one) : status;
        }
        return status;
    }

    /**
     * A terminal's Ctrl-C has reached them with this process, and a launcher that gets two signals may leave ranks
     * behind: it is passed on only where it came from elsewhere, or has no effect. The second time they get a moment to
     * end their ranks at once - nobody else would - and are killed then.
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
                // it ends its ranks
            }
            forEach(first ? Process::destroy : Process::destroyForcibly);
        }
    }

    private synchronized void forEach(Consumer<Process> action) {
        processes.forEach(action);
    }

    /** Whether this process is in the group that a terminal's keys are for. */
    private static boolean inForeground() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] behindName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return behindName[2].equals(behindName[5]);
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends what was begun where the run itself cannot be followed any more. */
    void abandon() {
        forEach(Process::destroy);
    }
}
