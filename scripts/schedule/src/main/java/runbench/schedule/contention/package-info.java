/**
 * What programs that share memory do to each other: a model calibrated on a machine, and its predictions. Values only;
 * this machine is measured elsewhere ({@code runbench.measure.bandwidth}). The entrance is
 * {@link runbench.schedule.contention.Contention}, and {@link runbench.schedule.contention.ContentionModel} what
 * implements it.
 */
package runbench.schedule.contention;
