/** Results of schedules that ran live, as values; {@link runbench.schedule.result.LiveResult} is the entrance. */
package runbench.schedule.result;
