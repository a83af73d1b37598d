/** How times and numbers are typed. Entrance: {@link runbench.cli.option.Nanos}. */
package runbench.cli.option;
