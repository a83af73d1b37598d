package runbench.sampler.run;

import java.util.List;
import runbench.parser.record.Metadata.SampledBy;
import runbench.parser.record.Term;

/**
 * The counters are open and the benchmark waits at its gate.
 *
 * @param pid of the benchmark
 * @param mode who takes the samples
 * @param realtime the helper polls with real-time priority
 */
public record SamplingStart(long pid, Term<SampledBy> mode, boolean realtime, List<CounterStatus> counters) {
    public SamplingStart {
        counters = List.copyOf(counters);
    }
}
