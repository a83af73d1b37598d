/** Commands about the clocks of many machines. {@link runbench.cli.sync.SyncCommand} is the entrance. */
package runbench.cli.sync;
