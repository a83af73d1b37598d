/**
 * Comparison of published statements about a program with a run. The entry point is
 * {@link runbench.parser.claim.ClaimJudge}.
 */
package runbench.parser.claim;
