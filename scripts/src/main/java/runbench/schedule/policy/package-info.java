/**
 * Who runs in the next quantum: pure decisions on what a scheduler knows, the same in simulation and live. The entrance is
 * {@link runbench.schedule.policy.SchedulingPolicy}.
 */
package runbench.schedule.policy;
