/**
 * Timelines of simulated or live schedules, as values. The entrance is
 * {@link runbench.schedule.timeline.ScheduleTimeline}.
 */
package runbench.schedule.timeline;
