/**
 * The state that a machine is in when something is measured on it, as far as the kernel tells, and what of it disturbs
 * measurements. Entrance: {@link runbench.sampler.environment.MachineState#read}.
 */
package runbench.sampler.environment;
