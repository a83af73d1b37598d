/**
 * Studies: measure signatures under several mappings, numbers of ranks or machines, and rank these by their
 * predictions. {@link runbench.pas2p.study.Study} is the entrance, {@link runbench.pas2p.study.StudyFile} reads the
 * plan.
 */
package runbench.pas2p.study;
