/**
 * Interactive pages. Entrances: {@link runbench.report.page.RunPage} of one run, with the rules of
 * {@link runbench.report.page.RunFindings} for where to look first, and {@link runbench.report.page.ClusterPage} of a
 * run on many nodes, with those of {@link runbench.report.page.ClusterFindings}.
 */
package runbench.report.page;
