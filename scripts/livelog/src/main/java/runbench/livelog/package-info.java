/**
 * The live log: servers on nodes, their events while they run. Entrance: {@link runbench.livelog.LogRun}. Its files are
 * a {@link runbench.livelog.LogStore}.
 */
package runbench.livelog;
