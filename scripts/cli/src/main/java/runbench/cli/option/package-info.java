/** How times and numbers are typed. Entrance: {@link runbench.cli.option.TypedQuantity.Nanos}. */
package runbench.cli.option;
