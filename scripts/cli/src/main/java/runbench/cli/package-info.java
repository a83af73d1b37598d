/**
 * What a person types: options in, text and JSON out. Commands of a room stand in its subpackage.
 * {@link runbench.cli.Main} is the entrance.
 */
package runbench.cli;
