/**
 * Clocks from recorded exchanges: {@link runbench.cli.sync.estimate.EstimateCommand}, and methods held to limits:
 * {@link runbench.cli.sync.estimate.ScenariosCommand}.
 */
package runbench.cli.sync.estimate;
