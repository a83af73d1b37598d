/**
 * Runs as Perfetto opens them: {@link runbench.cluster.perfetto.PerfettoArchive} makes one archive of a run on many
 * nodes, {@link runbench.cluster.perfetto.RunTrace} one file of a single run.
 */
package runbench.cluster.perfetto;
