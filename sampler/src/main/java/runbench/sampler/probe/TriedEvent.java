package runbench.sampler.probe;

import runbench.sampler.events.KnownEvent;

/**
 * One event with its verdict.
 *
 * @param event what is known of it
 * @param verdict whether it counts now
 */
public record TriedEvent(KnownEvent event, Countability verdict) {}
