/**
 * A run on many nodes as one archive that Perfetto opens; {@link runbench.cluster.perfetto.PerfettoArchive} is the
 * entrance.
 */
package runbench.cluster.perfetto;
