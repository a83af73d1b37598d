/**
 * Parsing, resolution, completion and listing of event lists; {@link runbench.sampler.events.select.EventResolver} is
 * the entrance.
 */
package runbench.sampler.events.select;
