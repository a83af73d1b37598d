/**
 * Published statements about a program, compared with a run: {@link runbench.parser.claim.ClaimJudge} is the entrance.
 */
package runbench.parser.claim;
