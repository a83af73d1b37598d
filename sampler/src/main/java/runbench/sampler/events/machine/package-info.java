/**
 * A machine's CPU, PMUs and counting permissions, read from the kernel's files;
 * {@link runbench.sampler.events.machine.Machine} is the entrance.
 */
package runbench.sampler.events.machine;
