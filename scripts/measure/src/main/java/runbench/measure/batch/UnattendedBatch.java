package runbench.measure.batch;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import runbench.base.file.FolderClaim;
import runbench.catalogue.Catalogue;
import runbench.catalogue.ResolveOptions;

/** A planned batch from its first run, or the one it stopped at, to its summary. */
public final class UnattendedBatch {
    private final BatchFolder folder;
    private final Distribution distribution;
    private final BatchObserver observer;

    /** @param command how to start runbench, see {@link ChildRunner} */
    public UnattendedBatch(BatchFolder folder, BatchRequest request, Catalogue catalogue, ResolveOptions options,
            List<String> command, Spreading spreading, BatchObserver observer) {
        this.folder = folder;
        this.observer = observer;
        BatchEstimates estimates = new BatchEstimates(request, catalogue, options);
        distribution = spreading.of(folder, new ItemCommand(command, folder.options()), estimates, observer,
                item -> new OneByOne(item, estimates, observer));
    }

    /** @param retryFailed runs that ended in an error are run again */
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

    /** Where the hook runs already it has the last word: this thread would report runs that were ended as failures. */
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
}
