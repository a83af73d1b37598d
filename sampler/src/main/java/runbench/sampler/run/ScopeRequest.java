package runbench.sampler.run;

import java.util.Objects;

/**
 * The requested scope of a program's counters, with the facts for an automatic choice.
 *
 * @param asked the requested scope
 * @param forksBefore number of tasks that the previous run started; 0 if unknown
 * @param runNanosBefore running time of the previous run in nanoseconds; 0 if unknown
 */
public record ScopeRequest(CounterScope asked, long forksBefore, long runNanosBefore) {
    /** The request to follow each task. */
    public static final ScopeRequest TASKS = new ScopeRequest(CounterScope.TASK, 0, 0);

    public ScopeRequest {
        Objects.requireNonNull(asked);
    }
}
