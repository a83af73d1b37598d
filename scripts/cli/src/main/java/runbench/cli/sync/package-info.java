/**
 * Commands about the clocks of many machines, a package for each family of commands.
 * {@link runbench.cli.sync.SyncCommand} is the entrance, and all that the rest of the command line knows of.
 */
package runbench.cli.sync;
