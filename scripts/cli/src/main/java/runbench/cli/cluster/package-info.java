/** {@code runbench cluster} and what comes after it. */
package runbench.cli.cluster;
