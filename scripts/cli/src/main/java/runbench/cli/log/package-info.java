/** {@code runbench log}. Entrance: {@link runbench.cli.log.LogCommand}. */
package runbench.cli.log;
