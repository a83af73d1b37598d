/**
 * Scheduling policies: pure decisions on the programs of the next quantum, identical in simulation and live. The
 * entrance is {@link runbench.schedule.policy.PolicyName}.
 */
package runbench.schedule.policy;
