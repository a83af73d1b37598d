/**
 * Comparison of programs. Entrances: {@link runbench.measure.compare.PairedRuns} runs them in interleaved rounds,
 * {@link runbench.measure.compare.KeptRuns} compares recorded runs.
 */
package runbench.measure.compare;
