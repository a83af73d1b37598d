/**
 * Signatures measured under a list of mappings, rank counts or machines, and ranked by what they predict.
 * {@link runbench.pas2p.study.Study} is the entrance, {@link runbench.pas2p.study.StudyFile} reads what to do.
 */
package runbench.pas2p.study;
