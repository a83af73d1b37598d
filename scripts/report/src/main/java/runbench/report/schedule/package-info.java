/**
 * Schedules as charts, text and CSV, simulated or live. The entrance is {@link runbench.report.schedule.ScheduleText}.
 */
package runbench.report.schedule;
