/**
 * Schedules as charts, tables and CSV, simulated or live. Entrances: {@link runbench.report.schedule.GanttChart},
 * {@link runbench.report.schedule.ScheduleChart}, {@link runbench.report.schedule.ScheduleText},
 * {@link runbench.report.schedule.ScheduleCsv}.
 */
package runbench.report.schedule;
