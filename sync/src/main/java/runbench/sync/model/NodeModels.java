package runbench.sync.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.ExchangeMetadata.NodeClock;
import runbench.sync.exchange.ExchangeRecording;

/** The models of a run's nodes, {@code NODE.model.json} in one folder, growing window by window. */
public final class NodeModels {
    private final Path folder;
    private final String reference;
    private final double wander;
    private final double toleranceNanos;
    private final Map<String, WindowModel> latest = new LinkedHashMap<>();

    /**
     * @param wander how much a node's rate may change between windows, ns per ns
     * @param toleranceNanos for {@code valid_until_ns}
     */
    public NodeModels(Path folder, String reference, double wander, double toleranceNanos) {
        this.folder = folder;
        this.reference = reference;
        this.wander = wander;
        this.toleranceNanos = toleranceNanos;
    }

    public Path folder() {
        return folder;
    }

    public String reference() {
        return reference;
    }

    public double wander() {
        return wander;
    }

    public double toleranceNanos() {
        return toleranceNanos;
    }

    /** Begins a window: forgets the one before. */
    public void begin() {
        latest.clear();
    }

    /** Adds a window to a node's model and file. */
    public NodeModel add(String node, Estimate e, ExchangeRecording recording) throws IOException {
        return add(node, WindowModel.of(e, recording), recording);
    }

    /** @param recording tells the node's clock, unless its opening was lost: then it is that of the windows before */
    public NodeModel add(String node, WindowModel window, ExchangeRecording recording) throws IOException {
        NodeModel model = new NodeModel(node, reference, source(recording.meta().nodeClock()), wander, List.of(window),
                Double.POSITIVE_INFINITY, source(recording.meta().referenceClock()));
        Path file = folder.resolve(node + ".model.json");
        if (Files.exists(file)) {
            model = ModelFile.read(file).and(model);
        }
        ModelFile.write(file, model, toleranceNanos);
        latest.put(node, window);
        return model;
    }

    private static String source(NodeClock clock) {
        return clock.source().isEmpty() ? NodeModel.UNKNOWN : clock.isVirtual() ? NodeModel.VIRTUAL : clock.source();
    }

    /** What this window has found, by node. */
    public Map<String, WindowModel> latest() {
        return Collections.unmodifiableMap(latest);
    }
}
