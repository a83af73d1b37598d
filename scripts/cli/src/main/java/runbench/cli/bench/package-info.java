/** Commands about the catalogue and batches of it. */
package runbench.cli.bench;
