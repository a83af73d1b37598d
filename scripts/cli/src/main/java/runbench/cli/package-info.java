/**
 * The command line: options in, text and JSON out. Each subpackage holds the commands of one subject. Entrance:
 * {@link runbench.cli.Main}.
 */
package runbench.cli;
