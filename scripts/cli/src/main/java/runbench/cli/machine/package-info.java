/** Commands about the machine: doctor, events, metrics, profile, roofline. */
package runbench.cli.machine;
