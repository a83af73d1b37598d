/**
 * The state of a machine during a measurement and its sources of noise; the entrance is
 * {@link runbench.sampler.environment.MachineState#read}.
 */
package runbench.sampler.environment;
