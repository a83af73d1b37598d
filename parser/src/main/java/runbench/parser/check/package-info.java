/**
 * What counters read of kernels of known counts, held against what these did: values and their judgement. Entrance:
 * {@link runbench.parser.check.CheckJudge} to judge, {@link runbench.parser.check.CheckReport} for what came of it,
 * {@link runbench.parser.check.CheckMark} for what a later summary says of a metric.
 */
package runbench.parser.check;
