package runbench.measure.batch;

import java.io.IOException;
import java.util.List;

/** How the runs of a batch come to be: here one after the other, on several hosts at once, or as a job array. */
public interface Distribution {
    /**
     * Runs items to their ends, and tells the batch of each as soon as it is done; what could not be run is left out.
     */
    void run(Batch batch, List<BatchItem> items) throws IOException, InterruptedException;

    /** This process is asked to end: ends what goes on here. Called on a thread of its own. */
    default void end() throws InterruptedException {
    }

    /** One after the other. */
    static Distribution inTurn(Batch.Runner runner) {
        return (batch, items) -> {
            for (BatchItem item : items) {
                batch.done(runner.run(item, batch.folder().runFolder(item)));
            }
        };
    }
}
