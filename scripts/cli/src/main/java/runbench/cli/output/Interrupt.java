package runbench.cli.output;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/** Ctrl-C ends a measurement early instead of at once: what was measured until then is still estimated and written. */
public final class Interrupt {
    private static final long LAST_SECONDS = 10;

    private Interrupt() {
    }

    /** Work that ends early, and says so by {@link ExitCode#INTERRUPTED}, when its thread is interrupted. */
    public interface Work {
        int run() throws IOException;
    }

    public static int endingEarly(PrintWriter err, Work work) throws IOException {
        CountDownLatch finished = new CountDownLatch(1);
        Thread worker = Thread.currentThread();
        Thread hook = new Thread(() -> {
            worker.interrupt();
            await(finished);
        });
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return work.run();
        } catch (RunbenchException e) {
            if (e.exitCode() != ExitCode.INTERRUPTED) {
                throw e;
            }
            // Here and now: the machine stops as soon as the hook ends.
            Failures.print(e, err);
            return e.exitCode().code();
        } finally {
            finished.countDown();
            unhook(hook);
        }
    }

    private static void await(CountDownLatch finished) {
        try {
            finished.await(LAST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void unhook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // Then it is what ended the measurement.
        }
    }
}
