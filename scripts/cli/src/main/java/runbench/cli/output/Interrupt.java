package runbench.cli.output;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;

/** Early ends of measurements: after Ctrl-C, finished measurements are still evaluated and written. */
public final class Interrupt {
    private static final long LAST_SECONDS = 10;

    private Interrupt() {
    }

    /** Work that ends early with {@link ExitCode#INTERRUPTED} when its thread is interrupted. */
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
            // Printed here: the virtual machine ends with the hook.
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
            // The shutdown itself ended the measurement.
        }
    }
}
