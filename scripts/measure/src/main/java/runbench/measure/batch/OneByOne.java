package runbench.measure.batch;

import java.io.IOException;
import java.util.List;

/** Runs items sequentially on this machine, so that they do not disturb each other. */
final class OneByOne implements Distribution {
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
        Distribution
                .inTurn((item, where) -> observer.follow(item, estimates.expected(item), () -> child.run(item, where)))
                .run(batch, items);
    }

    /** Ends the current run, whose result no process would read. */
    @Override
    public void end() throws InterruptedException {
        child.endCurrent();
    }
}
