/** Interactive pages of runs, batches and runs on many nodes. The entrance is {@link runbench.report.page.RunPage}. */
package runbench.report.page;
