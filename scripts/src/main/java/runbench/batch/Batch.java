package runbench.batch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Runs a list of benchmarks one after the other, whatever happens to each of them. */
public final class Batch {
    /** Runs one item to its end and never throws for what the benchmark did. */
    @FunctionalInterface
    public interface Runner {
        /** @param folder where the run's files go */
        Outcome run(BatchItem item, Path folder) throws InterruptedException;
    }

    private final BatchFolder folder;
    private final Runner runner;
    private final Consumer<String> say;

    /** @param say receives each log line as it is written */
    public Batch(BatchFolder folder, Runner runner, Consumer<String> say) {
        this.folder = folder;
        this.runner = runner;
        this.say = say;
    }

    /**
     * Runs what the log does not say is done.
     *
     * @param retryFailed runs that ended in an error are run again
     * @return the latest outcome of every item that has one, in the order of the plan
     */
    public List<Outcome> run(boolean retryFailed) throws IOException, InterruptedException {
        Set<BatchItem> done = new HashSet<>();
        for (Outcome outcome : folder.log().read()) {
            if (outcome.ok() || !retryFailed) {
                done.add(outcome.item());
            }
        }
        for (BatchItem item : folder.plan()) {
            if (!done.contains(item)) {
                say.accept(folder.log().append(runner.run(item, folder.runFolder(item))));
            }
        }
        return outcomes();
    }

    private List<Outcome> outcomes() throws IOException {
        List<Outcome> logged = folder.log().read();
        List<Outcome> latest = new ArrayList<>();
        for (BatchItem item : folder.plan()) {
            logged.stream().filter(o -> o.item().equals(item)).reduce((a, b) -> b).ifPresent(latest::add);
        }
        return latest;
    }
}
