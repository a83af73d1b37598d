/**
 * The structure of a run over time, from its counters: changes of rates, similar segments, repetitions and trends. The
 * entry point is {@link runbench.parser.structure.StructureAnalysis}; its result is
 * {@link runbench.parser.structure.Structure}.
 */
package runbench.parser.structure;
