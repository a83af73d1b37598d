/**
 * Facts about events, read from TOML resources: perf's generic names
 * ({@link runbench.sampler.events.tables.GenericEvents}), portable quantities, events that occupy several counters.
 */
package runbench.sampler.events.tables;
