/**
 * Schedules tried without running anything: programs go along their profiles, slowed by who runs beside them. The
 * entrance is {@link runbench.schedule.simulate.Simulation}.
 */
package runbench.schedule.simulate;
