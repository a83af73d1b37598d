/** {@code runbench schedule}: programs that share memory bandwidth. The entrance is {@link runbench.cli.schedule.ScheduleCommand}. */
package runbench.cli.schedule;
