/**
 * Resolution of one word of an event list on a machine; {@link runbench.sampler.events.names.EventNames} is the
 * entrance.
 */
package runbench.sampler.events.names;
