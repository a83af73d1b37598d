/**
 * One word of an event list to what it stands for on a machine: generic names, quantities, raw codes, PMU terms,
 * tracepoints, breakpoints. {@link runbench.sampler.events.names.EventNames} is the entrance.
 */
package runbench.sampler.events.names;
