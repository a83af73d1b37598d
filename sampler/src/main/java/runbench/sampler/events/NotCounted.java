package runbench.sampler.events;

/**
 * A requested event that this machine cannot count. Every output lists it as "not counted".
 *
 * @param name name of the event
 * @param reason the cause, in one clause
 * @param remedy the action that makes it countable; may be empty
 */
public record NotCounted(String name, String reason, String remedy) {}
