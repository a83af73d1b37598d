/**
 * Named scenarios - paths, clocks and faulty replies - with limits for the default method.
 * {@link runbench.sync.scenario.Scenarios} is the entrance.
 */
package runbench.sync.scenario;
