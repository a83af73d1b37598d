package runbench.sampler.events;

/**
 * An event that was asked for and that this machine cannot count. It stays in every output as "not counted".
 *
 * @param reason why, in one clause
 * @param remedy what would make it possible
 */
public record NotCounted(String name, String reason, String remedy) {}
