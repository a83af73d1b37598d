/**
 * Runs as Perfetto opens them: {@link runbench.align.perfetto.PerfettoArchive} makes one archive of a run on many
 * nodes, {@link runbench.align.perfetto.RunTrace} one file of a single run.
 */
package runbench.align.perfetto;
