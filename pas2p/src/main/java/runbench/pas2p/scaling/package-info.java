/**
 * Run times for other numbers of ranks, from the growth of the phases' weights and times over traces of several
 * numbers. {@link runbench.pas2p.scaling.ScalingPrediction} is the entrance.
 */
package runbench.pas2p.scaling;
