/**
 * What one run's counters tell of its course: where rates change, which stretches are alike, what repeats, what rises
 * or falls. Entrance: {@link runbench.parser.structure.StructureAnalysis}; its result:
 * {@link runbench.parser.structure.Structure}.
 */
package runbench.parser.structure;
