/**
 * Estimators: pure functions from exchanges to lead, rate, statistical error and guaranteed interval.
 * {@link runbench.sync.estimate.Estimation} is the entrance.
 */
package runbench.sync.estimate;
