package runbench.align.view;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;

/** Applies a function to many ranks in parallel, one thread per CPU. */
final class Parallel {
    private Parallel() {
    }

    /**
     * Maps all elements in order.
     *
     * @param progress receives the number of finished and of all elements
     */
    static <A, B> List<B> map(List<A> all, Function<A, B> work, Progress progress) {
        ExecutorService workers = Executors.newFixedThreadPool(
                Math.max(1, Math.min(all.size(), Runtime.getRuntime().availableProcessors())), task -> {
                    Thread thread = new Thread(task, "ranks");
                    thread.setDaemon(true);
                    return thread;
                });
        try {
            List<Future<B>> started = new ArrayList<>();
            for (A one : all) {
                started.add(workers.submit(() -> work.apply(one)));
            }
            List<B> results = new ArrayList<>();
            for (Future<B> one : started) {
                results.add(one.get());
                progress.at(results.size(), all.size());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException r) {
                throw r;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunbenchException.of(ExitCode.INTERRUPTED, "interrupted while reading the ranks").causedBy(e);
        } finally {
            workers.shutdownNow();
        }
    }
}
