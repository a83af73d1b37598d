/**
 * Call stacks of a run in the formats of profile viewers. Entry point: {@link runbench.align.stacks.StackExport#write}.
 */
package runbench.align.stacks;
