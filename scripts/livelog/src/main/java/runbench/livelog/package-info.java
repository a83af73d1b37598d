/**
 * The live log: servers on nodes, their events while they run. Entrance: {@link runbench.livelog.LogRun}; what it
 * leaves behind is {@link runbench.livelog.LogStore}.
 */
package runbench.livelog;
