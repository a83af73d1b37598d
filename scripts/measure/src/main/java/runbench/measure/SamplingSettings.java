package runbench.measure;

import java.time.Duration;
import runbench.sampler.environment.Placement;
import runbench.sampler.run.CounterScope;
import runbench.sampler.run.SamplingPeriod;
import runbench.sampler.run.SamplingRequest;
import runbench.sampler.run.SamplingRequest.CodeRecords;
import runbench.sampler.run.SamplingRequest.SamplingMode;
import runbench.sampler.run.SamplingRequest.SwitchRecords;

/**
 * Event selection, scope and sampling period.
 *
 * @param events events and metrics
 * @param switches context switches to record
 * @param inherit follow threads and child processes
 * @param code code locations of each sample
 * @param period sampling period
 * @param mode sampling mode
 * @param maxCost maximum overhead of one sample as a share of the period
 * @param force use a period even if its overhead is higher
 * @param timeout wall time after which the program is ended; null: the default
 * @param scope tasks on which the counters of a program are opened
 * @param placement CPUs and NUMA nodes to which a program is bound
 */
public record SamplingSettings(EventRequest events, SwitchRecords switches, boolean inherit, CodeRecords code,
        SamplingPeriod period, SamplingMode mode, double maxCost, boolean force, Duration timeout, CounterScope scope,
        Placement placement) {
    /** Creates settings of a program that is not bound. */
    public SamplingSettings(EventRequest events, SwitchRecords switches, boolean inherit, CodeRecords code,
            SamplingPeriod period, SamplingMode mode, double maxCost, boolean force, Duration timeout,
            CounterScope scope) {
        this(events, switches, inherit, code, period, mode, maxCost, force, timeout, scope, Placement.NONE);
    }

    /** Returns these settings for a program that is bound. */
    public SamplingSettings at(Placement place) {
        return new SamplingSettings(events, switches, inherit, code, period, mode, maxCost, force, timeout, scope,
                place);
    }

    /**
     * Copies the settings into a sampling request.
     *
     * @param usual default timeout; null: none
     */
    SamplingRequest.Builder apply(SamplingRequest.Builder request, Duration usual) {
        return request.switches(switches)
                .inherit(inherit)
                .code(code)
                .splitGroups(events.groups())
                .period(period)
                .mode(mode)
                .maxCost(maxCost)
                .force(force)
                .placement(placement)
                .timeout(timeout == null ? usual : timeout);
    }
}
