package runbench.pas2p.session;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Ends a launcher and whatever it started. */
public final class ProcessEnd {
    private static final int LAUNCHER_SECONDS = 5;

    private ProcessEnd() {
    }

    /** Lets the launcher end its ranks; what is left after a while is killed. Returns when the process has ended. */
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
