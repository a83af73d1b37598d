/**
 * What the kernel says of this machine: CPU, PMUs, and what this user may count.
 * {@link runbench.sampler.events.machine.Machine} is the entrance.
 */
package runbench.sampler.events.machine;
