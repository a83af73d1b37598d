/**
 * Programs that share memory bandwidth: what each asks for ({@link runbench.schedule.profile}), what they do to each
 * other ({@link runbench.schedule.contention}), who runs when ({@link runbench.schedule.policy}), tried in simulation
 * or on this machine.
 */
package runbench.schedule;
