/**
 * {@code runbench compare}: options in, text and files out. Entrance: {@link runbench.cli.compare.CompareRunsCommand}.
 */
package runbench.cli.compare;
