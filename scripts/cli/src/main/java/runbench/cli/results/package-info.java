/** Commands that show, list and remove results. */
package runbench.cli.results;
