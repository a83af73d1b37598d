/**
 * Checks counters and metrics on the machine at hand with kernels of known counts. Entrance:
 * {@link runbench.measure.check.MetricCheck} to check, {@link runbench.measure.check.KeptChecks} for what came of it.
 */
package runbench.measure.check;
