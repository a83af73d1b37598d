/** Scheduling of further windows: gaps, permissions, tolerance. {@link runbench.sync.keep.Keeper} is the entrance. */
package runbench.sync.keep;
