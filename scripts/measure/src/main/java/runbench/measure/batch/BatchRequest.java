package runbench.measure.batch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import runbench.sampler.run.SamplingPeriod;

/**
 * A request for a batch.
 *
 * @param names ids or aliases of benchmarks; empty without a list: all that can run here
 * @param list file of further names, one per line, # starts a comment; null: none
 * @param periods sampling periods of each benchmark; empty if instructions are counted instead of time
 * @param runs number of runs per item
 * @param slowdown factor by which a run may be slower than a native one before its default timeout ends it
 * @param timeout wall time limit of each run; null: the benchmark's own
 * @param folder folder of the batch; null: a new one in the default place
 * @param options options of all runs as typed
 */
public record BatchRequest(List<String> names, Path list, List<SamplingPeriod> periods, int runs, int slowdown,
        Duration timeout, Path folder, List<String> options) {
    public BatchRequest {
        names = List.copyOf(names);
        periods = List.copyOf(periods);
        options = List.copyOf(options);
    }

    boolean emulated() {
        return periods.isEmpty();
    }
}
