/**
 * The time sources of this machine: cost, resolution, skew. The module's only native binding;
 * {@link runbench.sync.clock.Clock} is the entrance.
 */
package runbench.sync.clock;
