package runbench.sync.convert;

import java.util.HashMap;
import java.util.Map;
import runbench.sync.model.NodeChains;

/** The converters of many nodes, created on demand. */
final class ConverterOfNode {
    private final NodeChains chains;
    private final StampUnit unit;
    private final Map<String, Converter> converters = new HashMap<>();

    ConverterOfNode(NodeChains chains, StampUnit unit) {
        this.chains = chains;
        this.unit = unit;
    }

    /**
     * Returns the converter of a node.
     *
     * @throws NodeChains.NoModel for a node without a model
     */
    Converter of(String node) {
        return converters.computeIfAbsent(node, n -> new Converter(chains.of(n), unit));
    }
}
