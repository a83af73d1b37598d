/**
 * What was written about a program before, held against what was found in a run of it. Entrance:
 * {@link runbench.parser.claim.ClaimJudge}.
 */
package runbench.parser.claim;
