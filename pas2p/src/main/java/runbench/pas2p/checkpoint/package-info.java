/**
 * Checkpoint signatures: copies of a program's processes before its phases, which are restored and measured.
 * {@link runbench.pas2p.checkpoint.CheckpointBuild} creates one, {@link runbench.pas2p.checkpoint.CheckpointRun}
 * measures it, {@link runbench.pas2p.checkpoint.CheckpointFiles} reads and writes its description.
 */
package runbench.pas2p.checkpoint;
