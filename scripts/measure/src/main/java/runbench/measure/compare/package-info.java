/**
 * Two programs against one another, or what was recorded of them. Entrances:
 * {@link runbench.measure.compare.PairedRuns} runs both in interleaved pairs; {@link runbench.measure.compare.KeptRuns}
 * reads what is kept in folders and compares it.
 */
package runbench.measure.compare;
