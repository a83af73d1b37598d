/**
 * Folder and record of a run on many nodes. Entrance: {@link runbench.align.run.ClusterRun}, which also reads
 * unfinished runs.
 */
package runbench.align.run;
