package runbench.pas2p.session;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Termination of a launcher and its processes. */
public final class ProcessEnd {
    private static final int LAUNCHER_SECONDS = 5;

    private ProcessEnd() {
    }

    /**
     * Asks the launcher to end its ranks and kills the remaining processes after a while. Returns when the process has
     * ended.
     */
    public static void of(Process process) {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroy();
        boolean again = Thread.interrupted();
        try {
            if (!process.waitFor(LAUNCHER_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(LAUNCHER_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            again = true;
            process.destroyForcibly();
        }
        started.forEach(ProcessHandle::destroyForcibly);
        if (again) {
            Thread.currentThread().interrupt();
        }
    }
}
