package runbench.sampler.run;

import java.util.List;
import runbench.parser.record.SampledBy;
import runbench.parser.record.Term;

/**
 * The state in which the counters are open and the benchmark waits for its exec.
 *
 * @param pid process id of the benchmark
 * @param mode the mechanism that takes the samples
 * @param realtime true if the helper polls with real-time priority
 * @param counters status of every counter
 */
public record SamplingStart(long pid, Term<SampledBy> mode, boolean realtime, List<CounterStatus> counters) {
    public SamplingStart {
        counters = List.copyOf(counters);
    }
}
