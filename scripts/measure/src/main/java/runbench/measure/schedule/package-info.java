/**
 * Programs of a workload scheduled on this machine, in user space: started, stopped, continued and placed by a native
 * helper quantum by quantum, as any policy decides. {@link runbench.measure.schedule.LiveRun} is one run,
 * {@link runbench.measure.schedule.LiveComparison} runs several policies in turns.
 */
package runbench.measure.schedule;
