package runbench.base.process;

import java.io.IOException;
import java.util.function.Consumer;
import runbench.base.error.ExceptionTranslator;

/** A daemon thread whose failure, of whatever kind, reaches its owner: nobody waits for a thread that has died. */
public final class WatchedThread {
    /** The work of the thread. */
    @FunctionalInterface
    public interface Task {
        void run() throws Exception;
    }

    private final Thread thread;

    private WatchedThread(Thread thread) {
        this.thread = thread;
    }

    /**
     * Starts a thread.
     *
     * @param failed receives what the task throws, an {@link InterruptedException} and an {@link Error} included, on
     *     the same thread
     */
    public static WatchedThread start(String name, Task task, Consumer<Throwable> failed) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Throwable e) { // an Error too: its owner would wait for ever
                failed.accept(e);
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
        return new WatchedThread(thread);
    }

    /** Waits for the end of the task, and of the owner's reaction to its failure. */
    public void join() throws InterruptedException {
        thread.join();
    }

    /** Waits for the end as long as {@link Thread#join(long)}. */
    public void join(long millis) throws InterruptedException {
        thread.join(millis);
    }

    public void interrupt() {
        thread.interrupt();
    }

    /**
     * Returns a failure of a thread for the thread that waited for it to throw; an Error is thrown here.
     *
     * @throws IOException the failure itself
     * @throws InterruptedException the failure itself
     */
    public static RuntimeException rethrown(Throwable failure) throws IOException, InterruptedException {
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof InterruptedException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        return failure instanceof RuntimeException e ? e : ExceptionTranslator.translate(failure);
    }
}
