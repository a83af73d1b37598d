/** Conversion of time stamps. Entrance: {@link runbench.cli.sync.convert.ConvertCommand}. */
package runbench.cli.sync.convert;
