/**
 * Time sources and services: {@link runbench.cli.sync.clocks.ClocksCommand} of this machine,
 * {@link runbench.cli.sync.clocks.ExternalCommand} against UTC, {@link runbench.cli.sync.clocks.BenchCommand} of any
 * kind.
 */
package runbench.cli.sync.clocks;
