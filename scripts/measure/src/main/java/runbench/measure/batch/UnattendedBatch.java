package runbench.measure.batch;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import runbench.base.file.FolderClaim;
import runbench.catalogue.Catalogue;
import runbench.catalogue.ResolveOptions;

/** Runs a planned batch from its first or next unfinished run to its summary. */
public final class UnattendedBatch {
    private final BatchFolder folder;
    private final Distribution distribution;
    private final BatchObserver observer;

    /**
     * Creates a batch run.
     *
     * @param command command that starts runbench, see {@link ChildRunner}
     */
    public UnattendedBatch(BatchFolder folder, BatchRequest request, Catalogue catalogue, ResolveOptions options,
            List<String> command, Spreading spreading, BatchObserver observer) {
        this.folder = folder;
        this.observer = observer;
        BatchEstimates estimates = new BatchEstimates(request, catalogue, options);
        distribution = spreading.of(folder, new ItemCommand(command, folder.options()), estimates, observer,
                item -> new OneByOne(item, estimates, observer));
    }

    /**
     * Runs the batch.
     *
     * @param retryFailed run failed items again
     */
    public BatchSummary run(boolean retryFailed) throws IOException, InterruptedException {
        Thread interrupted = new Thread(this::interrupted);
        Runtime.getRuntime().addShutdownHook(interrupted);
        Instant begun = Instant.now();
        List<Outcome> outcomes;
        try (observer; FolderClaim claim = FolderClaim.of(folder.path())) {
            observer.begun(folder);
            outcomes = new Batch(folder, distribution, observer::logged).run(retryFailed);
        } finally {
            unhook(interrupted);
        }
        BatchSummary summary = BatchSummary.of(folder, outcomes, begun);
        summary.write();
        return summary;
    }

    /**
     * Removes the shutdown hook. If it already runs, this thread waits, because it would report the ended runs as
     * failures.
     */
    private static void unhook(Thread hook) throws InterruptedException {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            new CountDownLatch(1).await();
        }
    }

    private void interrupted() {
        observer.interrupted(folder);
        try {
            distribution.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs items sequentially on this machine, so that they do not disturb each other. */
    private static final class OneByOne implements Distribution {
        private final ChildRunner child;
        private final BatchEstimates estimates;
        private final BatchObserver observer;

        OneByOne(ItemCommand command, BatchEstimates estimates, BatchObserver observer) {
            child = new ChildRunner(command, estimates::limit);
            this.estimates = estimates;
            this.observer = observer;
        }

        @Override
        public void run(Batch batch, List<BatchItem> items) throws IOException, InterruptedException {
            Distribution.inTurn(
                    (item, where) -> observer.follow(item, estimates.expected(item), () -> child.run(item, where)))
                    .run(batch, items);
        }

        /** Ends the current run, whose result no process would read. */
        @Override
        public void end() throws InterruptedException {
            child.endCurrent();
        }
    }
}
