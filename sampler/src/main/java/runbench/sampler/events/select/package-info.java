/**
 * Lists of events: read, resolved, completed for metrics, split by mode, and listed.
 * {@link runbench.sampler.events.select.EventResolver} is the entrance.
 */
package runbench.sampler.events.select;
