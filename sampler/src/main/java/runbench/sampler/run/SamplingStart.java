package runbench.sampler.run;

import java.util.List;

/**
 * The counters are open and the benchmark waits at its gate.
 *
 * @param pid      of the benchmark
 * @param mode     {@code kernel} or {@code poll}
 * @param realtime the helper polls with real-time priority
 */
public record SamplingStart(long pid, String mode, boolean realtime, List<CounterStatus> counters) {
    public SamplingStart {
        counters = List.copyOf(counters);
    }
}
