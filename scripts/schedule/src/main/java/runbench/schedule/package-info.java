/**
 * Programs that share memory bandwidth: their demands ({@link runbench.schedule.profile}), their slowdown
 * ({@link runbench.schedule.contention}) and their order ({@link runbench.schedule.policy}), in simulation or on this
 * machine.
 */
package runbench.schedule;
