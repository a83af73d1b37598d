/**
 * The hierarchy of phases: nested loops in the string of phase occurrences, so that an iteration over levels is one
 * phase. {@link runbench.pas2p.hierarchy.PhaseHierarchy} is the entrance.
 */
package runbench.pas2p.hierarchy;
