/**
 * What ran when, and what it moved, as values: simulated or live. The entrance is
 * {@link runbench.schedule.timeline.ScheduleTimeline}.
 */
package runbench.schedule.timeline;
