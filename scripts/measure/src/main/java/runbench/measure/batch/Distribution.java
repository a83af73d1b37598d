package runbench.measure.batch;

import java.io.IOException;
import java.util.List;

/** Distributes the runs of a batch: sequentially on this host, concurrently on several hosts, or as a job array. */
public interface Distribution {
    /** Runs items and reports each finished one to the batch. Items that could not be run are left out. */
    void run(Batch batch, List<BatchItem> items) throws IOException, InterruptedException;

    /** Ends the current runs because this process is asked to end. Called on its own thread. */
    default void end() throws InterruptedException {
    }

    /** Returns a distribution that runs items sequentially. */
    static Distribution inTurn(Batch.Runner runner) {
        return (batch, items) -> {
            for (BatchItem item : items) {
                batch.done(runner.run(item, batch.folder().runFolder(item)));
            }
        };
    }
}
