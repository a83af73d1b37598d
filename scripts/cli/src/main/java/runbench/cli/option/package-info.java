/**
 * Options and parameters with times, numbers and other quantities. Entrance:
 * {@link runbench.cli.option.TypedQuantity.Nanos}.
 */
package runbench.cli.option;
