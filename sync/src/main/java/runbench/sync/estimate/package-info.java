/**
 * From exchanges to an offset, a rate, a statistical error and a guaranteed interval: pure functions on values, each
 * method with its source. {@link runbench.sync.estimate.Estimation} is the entrance.
 */
package runbench.sync.estimate;
