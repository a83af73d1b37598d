/**
 * Events as values: what is asked for ({@link runbench.sampler.events.EventSelection}), where a count comes from, what
 * to open. These know nothing of a machine. How names become events stands in the packages below, each of which imports
 * only those before it: {@code machine}, {@code tables}, {@code names}, {@code select}; the entrance to all is
 * {@link runbench.sampler.events.select.EventResolver}.
 */
package runbench.sampler.events;
