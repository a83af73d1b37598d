/**
 * Checks of counters and metrics with kernels of known counts. Entrances: {@link runbench.measure.check.MetricCheck}
 * runs a check, {@link runbench.measure.check.KeptChecks} holds the results.
 */
package runbench.measure.check;
