/** Facts about this machine that several use cases need: kept checks, metrics, signals, answers of helpers. */
package runbench.measure.machine;
