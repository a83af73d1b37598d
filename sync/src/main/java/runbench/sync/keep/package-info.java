/**
 * When the next window may and must be: gaps, permissions, tolerance. {@link runbench.sync.keep.Keeper} is the
 * entrance.
 */
package runbench.sync.keep;
