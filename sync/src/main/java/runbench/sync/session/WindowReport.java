package runbench.sync.session;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The report of one window.
 *
 * @param reference host that all clocks are measured against
 * @param begin begin of the window
 * @param end end of the window
 * @param declaration declared traffic
 * @param toleranceNanos tolerance of predictions, ns
 * @param nodes results in the order of the arguments, parents before their children
 * @param interrupted whether it was ended early from here
 */
public record WindowReport(String reference, Instant begin, Instant end, Declaration declaration, double toleranceNanos,
        List<NodeResult> nodes, boolean interrupted) {
    /** Returns the failures by node. */
    public Map<String, String> failures() {
        Map<String, String> failures = new LinkedHashMap<>();
        nodes.stream()
                .filter(node -> node.failure() != null)
                .forEach(node -> failures.put(node.node(), node.failure()));
        return failures;
    }

    /** Returns whether every node answered to the end. */
    public boolean complete() {
        return failures().isEmpty();
    }

    /** Returns the nodes whose models contain this window. */
    public List<NodeResult> measured() {
        return nodes.stream().filter(node -> node.state() == NodeResult.State.MEASURED).toList();
    }
}
