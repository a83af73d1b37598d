package runbench.batch;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import runbench.catalogue.Catalogue;
import runbench.catalogue.ResolveOptions;

/** A planned batch from its first run, or the one it stopped at, to its summary. */
public final class UnattendedBatch {
    private final BatchFolder folder;
    private final BatchEstimates estimates;
    private final ChildRunner child;
    private final BatchObserver observer;

    /** @param command how to start runbench, see {@link ChildRunner} */
    public UnattendedBatch(BatchFolder folder, BatchRequest request, Catalogue catalogue, ResolveOptions options, List<String> command,
                           BatchObserver observer) {
        this.folder = folder;
        this.observer = observer;
        estimates = new BatchEstimates(request, catalogue, options);
        child = new ChildRunner(command, folder.options(), estimates::limit);
    }

    /** @param retryFailed runs that ended in an error are run again */
    public BatchSummary run(boolean retryFailed) throws IOException, InterruptedException {
        Thread interrupted = new Thread(this::interrupted);
        Runtime.getRuntime().addShutdownHook(interrupted);
        Instant begun = Instant.now();
        List<Outcome> outcomes;
        try (observer) {
            observer.begun(folder);
            outcomes = new Batch(folder, (item, where) -> observer.follow(item, estimates.expected(item), () -> child.run(item, where)),
                    observer::logged).run(retryFailed);
        }
        Runtime.getRuntime().removeShutdownHook(interrupted);
        BatchSummary summary = BatchSummary.of(folder, outcomes, begun);
        summary.write();
        return summary;
    }

    /** The run that goes on is not left to itself: nobody would read its result. */
    private void interrupted() {
        observer.interrupted(folder);
        try {
            child.endCurrent();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
