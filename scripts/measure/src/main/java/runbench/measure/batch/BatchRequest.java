package runbench.measure.batch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import runbench.sampler.run.SamplingPeriod;

/**
 * What a batch is to run.
 *
 * @param names ids or aliases of benchmarks; none, and no list, for all that can run here
 * @param list file of further names, one a line, # begins a comment; null for none
 * @param periods each benchmark runs at each; none where instructions are counted instead of time
 * @param runs how often each benchmark is run for one item
 * @param slowdown how much longer than natively a run may take before its usual timeout ends it
 * @param timeout wall time for each run; null for the benchmark's own
 * @param folder of the batch; null for one in the usual place
 * @param options of all runs, as they are typed
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
