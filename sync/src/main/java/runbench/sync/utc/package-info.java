/**
 * How far this machine's clock is from UTC, as its own time services say; reading only.
 * {@link runbench.sync.utc.UtcServices} is the entrance.
 */
package runbench.sync.utc;
