package runbench.measure.batch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Runs a list of benchmarks, whatever happens to each of them. */
public final class Batch {
    /** Runs one item to its end and never throws for what the benchmark did. */
    @FunctionalInterface
    public interface Runner {
        /** @param folder where the run's files go */
        Outcome run(BatchItem item, Path folder) throws InterruptedException;
    }

    private final BatchFolder folder;
    private final Distribution distribution;
    private final Consumer<String> say;

    /** @param say receives each log line as it is written */
    public Batch(BatchFolder folder, Distribution distribution, Consumer<String> say) {
        this.folder = folder;
        this.distribution = distribution;
        this.say = say;
    }

    BatchFolder folder() {
        return folder;
    }

    /**
     * Runs what the log does not say is done. A run that was interrupted is not done.
     *
     * @param retryFailed runs that ended in an error are run again
     * @return the latest outcome of every item that is done, in the order of the plan
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

    /** Writes the line of one run: all that run at once have one log. */
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
