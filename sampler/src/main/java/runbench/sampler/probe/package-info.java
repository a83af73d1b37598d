/**
 * Checks of a machine's measurement capabilities, as findings with remedies; {@link runbench.sampler.probe.Doctor} is
 * the entrance.
 */
package runbench.sampler.probe;
