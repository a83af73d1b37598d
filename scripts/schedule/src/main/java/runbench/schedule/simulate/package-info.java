/**
 * Simulation of schedules: programs advance along their profiles, slowed by the programs that run simultaneously. The
 * entrance is {@link runbench.schedule.simulate.Simulation}.
 */
package runbench.schedule.simulate;
