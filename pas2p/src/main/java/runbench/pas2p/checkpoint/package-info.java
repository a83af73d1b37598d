/**
 * The checkpoint signature: a program's processes copied just before its phases, and the copies run.
 * {@link runbench.pas2p.checkpoint.CheckpointBuild} is the entrance to making one,
 * {@link runbench.pas2p.checkpoint.CheckpointRun} to measuring it, {@link runbench.pas2p.checkpoint.CheckpointFiles}
 * reads and writes what describes it.
 */
package runbench.pas2p.checkpoint;
