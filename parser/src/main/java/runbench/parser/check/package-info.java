/**
 * Counts of kernels compared with their known results: {@link runbench.parser.check.CheckJudge} judges,
 * {@link runbench.parser.check.CheckReport} is the result, {@link runbench.parser.check.CheckMark} its mark in
 * summaries.
 */
package runbench.parser.check;
