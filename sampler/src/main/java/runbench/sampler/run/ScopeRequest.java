package runbench.sampler.run;

import java.util.Objects;

/**
 * What the counters of a program are to be opened on, and what is known for choosing.
 *
 * @param forksBefore tasks that the run before started; 0 where nothing is known
 * @param runNanosBefore its running time; 0 where nothing is known
 */
public record ScopeRequest(CounterScope asked, long forksBefore, long runNanosBefore) {
    /** Follow each task. */
    public static final ScopeRequest TASKS = new ScopeRequest(CounterScope.TASK, 0, 0);

    public ScopeRequest {
        Objects.requireNonNull(asked);
    }
}
