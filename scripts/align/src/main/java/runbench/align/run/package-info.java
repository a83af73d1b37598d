/**
 * What a run on many nodes leaves: one folder, described by {@code cluster.json}. The entrance is
 * {@link runbench.align.run.ClusterRun}, which reads it, of a run that was cut off too.
 */
package runbench.align.run;
