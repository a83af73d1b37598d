/**
 * Events as plain values, independent of a machine ({@link runbench.sampler.events.EventSelection}). The subpackages
 * resolve names; each imports only those before it: {@code machine}, {@code tables}, {@code names}, {@code select}. The
 * entrance to all is {@link runbench.sampler.events.select.EventResolver}.
 */
package runbench.sampler.events;
