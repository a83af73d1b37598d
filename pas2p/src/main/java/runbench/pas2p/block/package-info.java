/**
 * Parallel basic blocks (thesis, section 3.4.2) and the chains of blocks that repeat together.
 * {@link runbench.pas2p.block.ParallelBlocks} is the entrance.
 */
package runbench.pas2p.block;
