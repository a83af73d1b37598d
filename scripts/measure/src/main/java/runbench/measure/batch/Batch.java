package runbench.measure.batch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Runs a list of benchmarks; a failure of one does not stop the others. */
public final class Batch {
    /** Runs one item; failures of the benchmark are outcomes, not exceptions. */
    @FunctionalInterface
    public interface Runner {
        /**
         * Runs an item.
         *
         * @param folder folder for the run's files
         */
        Outcome run(BatchItem item, Path folder) throws InterruptedException;
    }

    private final BatchFolder folder;
    private final Distribution distribution;
    private final Consumer<String> say;

    /**
     * Creates a batch.
     *
     * @param say receives each log line when it is written
     */
    public Batch(BatchFolder folder, Distribution distribution, Consumer<String> say) {
        this.folder = folder;
        this.distribution = distribution;
        this.say = say;
    }

    BatchFolder folder() {
        return folder;
    }

    /**
     * Runs all items that are not done according to the log. Interrupted runs are not done.
     *
     * @param retryFailed run failed items again
     * @return the latest outcome of every finished item, in the order of the plan
     */
    public List<Outcome> run(boolean retryFailed) throws IOException, InterruptedException {
        Set<BatchItem> done = new HashSet<>();
        for (Outcome outcome : folder.log().read()) {
            if (outcome.ok() || !retryFailed && !outcome.isInterrupted()) {
                done.add(outcome.item());
            }
        }
        List<BatchItem> left = folder.plan().stream().filter(item -> !done.contains(item)).toList();
        if (!left.isEmpty()) {
            distribution.run(this, left);
        }
        return outcomes();
    }

    /** Writes the log line of a run. Synchronised because concurrent runs share one log. */
    synchronized void done(Outcome outcome) throws IOException {
        say.accept(folder.log().append(outcome));
    }

    private List<Outcome> outcomes() throws IOException {
        List<Outcome> logged = folder.log().read();
        List<Outcome> latest = new ArrayList<>();
        for (BatchItem item : folder.plan()) {
            logged.stream()
                    .filter(o -> o.item().equals(item))
                    .reduce((a, b) -> b)
                    .filter(o -> !o.isInterrupted())
                    .ifPresent(latest::add);
        }
        return latest;
    }
}
