package runbench.measure;

import java.time.Duration;
import runbench.sampler.run.CounterScope;
import runbench.sampler.run.SamplingMode;
import runbench.sampler.run.SamplingPeriod;
import runbench.sampler.run.SamplingRequest;

/**
 * What is counted, of whom and how often.
 *
 * @param switches context switches are recorded
 * @param inherit threads and children are followed
 * @param pointers samples say where in the program they were taken
 * @param maxCost share of the period that one sample may cost
 * @param force a period that costs more is taken all the same
 * @param scope what the counters of a program are opened on
 * @param timeout wall time after which the program is ended; null for the usual one
 */
public record SamplingSettings(EventRequest events, boolean switches, boolean inherit, boolean pointers,
        SamplingPeriod period, SamplingMode mode, double maxCost, boolean force, Duration timeout, CounterScope scope) {
    /** @param usual the timeout where none was asked for; null for none */
    SamplingRequest.Builder apply(SamplingRequest.Builder request, Duration usual) {
        return request.switches(switches)
                .inherit(inherit)
                .pointers(pointers)
                .splitGroups(events.groups())
                .period(period)
                .mode(mode)
                .maxCost(maxCost)
                .force(force)
                .timeout(timeout == null ? usual : timeout);
    }
}
