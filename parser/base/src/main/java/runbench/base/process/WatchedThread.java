package runbench.base.process;

import java.io.IOException;
import java.util.function.Consumer;
import runbench.base.error.ExceptionTranslator;

/** A daemon thread that reports every failure to its owner, so that the owner does not wait for a dead thread. */
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
     * @param name name of the thread
     * @param task work of the thread
     * @param failed receives every exception of the task, including {@link InterruptedException} and {@link Error}, on
     *     the same thread
     */
    public static WatchedThread start(String name, Task task, Consumer<Throwable> failed) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Throwable e) { // including Error: otherwise the owner would wait forever
                failed.accept(e);
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
        return new WatchedThread(thread);
    }

    /** Waits for the end of the task and of the owner's reaction to its failure. */
    public void join() throws InterruptedException {
        thread.join();
    }

    /**
     * Waits for the end of the thread, as {@link Thread#join(long)}.
     *
     * @param millis maximum time, ms; 0: no limit
     */
    public void join(long millis) throws InterruptedException {
        thread.join(millis);
    }

    public void interrupt() {
        thread.interrupt();
    }

    /**
     * Returns a thread's failure as an exception for the waiting thread to throw. An Error is thrown by this method.
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
