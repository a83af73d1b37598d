package runbench.sampler.probe;

import runbench.sampler.events.KnownEvent;

/**
 * An event with its probe result.
 *
 * @param event the event
 * @param verdict the result
 */
public record TriedEvent(KnownEvent event, Countability verdict) {}
