/**
 * Commands for the clocks of many machines. Entrance: {@link runbench.cli.sync.SyncCommand}.
 */
package runbench.cli.sync;
