/**
 * Facts about this machine that several use cases need: kept checks, metrics, signals, answers of helper programs.
 * Entrance: {@link runbench.measure.machine.MachineFiles}.
 */
package runbench.measure.machine;
