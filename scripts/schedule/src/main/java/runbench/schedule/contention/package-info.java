/**
 * Mutual slow-down of programs that share memory: a calibrated model, its fit and its predictions, as values without
 * measurements ({@code runbench.measure.bandwidth} measures). The entrance is
 * {@link runbench.schedule.contention.Contention}.
 */
package runbench.schedule.contention;
