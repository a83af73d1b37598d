/**
 * Offset of this machine's clock from UTC as its own time services report it; read only.
 * {@link runbench.sync.utc.UtcServices} is the entrance.
 */
package runbench.sync.utc;
