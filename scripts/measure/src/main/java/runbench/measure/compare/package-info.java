/**
 * Comparison of two programs. Entrances: {@link runbench.measure.compare.PairedRuns} runs both in interleaved pairs,
 * {@link runbench.measure.compare.KeptRuns} compares recorded runs.
 */
package runbench.measure.compare;
