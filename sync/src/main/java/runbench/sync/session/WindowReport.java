package runbench.sync.session;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One window: run, estimated, added to the models.
 *
 * @param reference the host that all clocks are measured against
 * @param toleranceNanos for how long predictions are valid
 * @param nodes in the order in which they were named, parents before their children
 * @param interrupted whether it was ended early from here
 */
public record WindowReport(String reference, Instant begin, Instant end, Declaration declaration, double toleranceNanos,
        List<NodeResult> nodes, boolean interrupted) {
    /** Why nodes did not answer to the end, or could not be used, by node. */
    public Map<String, String> failures() {
        Map<String, String> failures = new LinkedHashMap<>();
        nodes.stream()
                .filter(node -> node.failure() != null)
                .forEach(node -> failures.put(node.node(), node.failure()));
        return failures;
    }

    /** Whether every node answered to the end. */
    public boolean complete() {
        return failures().isEmpty();
    }

    /** Nodes whose models have this window. */
    public List<NodeResult> measured() {
        return nodes.stream().filter(node -> node.state() == NodeResult.State.MEASURED).toList();
    }
}
