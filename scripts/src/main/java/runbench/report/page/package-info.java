/**
 * The interactive page of a run on many nodes. The entrance is {@link runbench.report.page.ClusterPage}: what is on it;
 * {@link runbench.report.page.ClusterFindings} has the rules by which it says where to look first.
 */
package runbench.report.page;
