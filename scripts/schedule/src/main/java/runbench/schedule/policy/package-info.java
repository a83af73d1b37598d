/**
 * Who runs in the next quantum: pure decisions on what a scheduler knows, the same in simulation and live. Entrances:
 * {@link runbench.schedule.policy.PolicyName} makes them, {@link runbench.schedule.policy.SchedulingPolicy} is one.
 */
package runbench.schedule.policy;
