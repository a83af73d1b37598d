/** Commands about the machine: doctor, events, metrics, bandwidth, roofline. */
package runbench.cli.machine;
