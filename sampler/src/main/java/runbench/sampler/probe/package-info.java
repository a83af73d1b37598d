/**
 * What this machine can count and what is in the way, in findings with what to type.
 * {@link runbench.sampler.probe.Doctor} is the entrance.
 */
package runbench.sampler.probe;
