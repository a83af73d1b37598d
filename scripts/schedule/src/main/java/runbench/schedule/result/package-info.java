/** Results of live schedules, as values. The entrance is {@link runbench.schedule.result.LiveResult}. */
package runbench.schedule.result;
