/**
 * Named scenarios - paths, clocks and replies that misbehave - with limits that the default method is held to.
 * {@link runbench.sync.scenario.Scenarios} is the entrance.
 */
package runbench.sync.scenario;
