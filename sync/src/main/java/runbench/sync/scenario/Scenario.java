package runbench.sync.scenario;

import runbench.sync.exchange.Stamps;

/**
 * A named condition with what the default method must reach in it.
 *
 * @param name        what a person types
 * @param description the condition in one line
 * @param link        what messages meet
 * @param stamps      which stamps are used
 * @param rmsLimitNanos limit on the root mean square error of the default method over windows, ns; NaN: the
 *                    condition bounds no method (an asymmetry nobody can see)
 */
public record Scenario(String name, String description, Link link, Stamps stamps, double rmsLimitNanos) {
}
