/**
 * Estimates of clocks from recorded exchanges: {@link runbench.cli.sync.estimate.EstimateCommand}. Tests of methods:
 * {@link runbench.cli.sync.estimate.ScenariosCommand}.
 */
package runbench.cli.sync.estimate;
