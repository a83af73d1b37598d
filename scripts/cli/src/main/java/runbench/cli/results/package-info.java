/** Commands about what earlier ones left: to look at it, to list it, to remove it. */
package runbench.cli.results;
