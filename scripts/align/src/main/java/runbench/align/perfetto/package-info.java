/**
 * Export to Perfetto. Entrances: {@link runbench.align.perfetto.PerfettoArchive} for a run on many nodes,
 * {@link runbench.align.perfetto.RunTrace} for a single run.
 */
package runbench.align.perfetto;
