package runbench.sync.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.ExchangeRecording;
import runbench.sync.exchange.ExchangeRecording.ExchangeMetadata.NodeClock;

/** The models of a run's nodes in one folder, {@code NODE.model.json}, extended window by window. */
public final class NodeModels {
    private final Path folder;
    private final String reference;
    private final double wander;
    private final double toleranceNanos;
    private final Map<String, WindowModel> latest = new LinkedHashMap<>();

    /**
     * Creates the models.
     *
     * @param folder folder of the model files
     * @param reference name of the reference
     * @param wander largest change of a node's rate between windows, ns per ns
     * @param toleranceNanos error that limits {@code valid_until_ns}, ns
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

    /** Begins a window; clears {@link #latest}. */
    public void begin() {
        latest.clear();
    }

    /** Adds a window to a node's model and file. */
    public NodeModel add(String node, Estimate e, ExchangeRecording recording) throws IOException {
        return add(node, WindowModel.of(e, recording), recording);
    }

    /**
     * Adds a window to a node's model and file.
     *
     * @param recording metadata with the node's clock; if its opening was lost, the clock of the earlier windows
     *     remains
     */
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

    /** Returns the results of this window, by node. */
    public Map<String, WindowModel> latest() {
        return Collections.unmodifiableMap(latest);
    }
}
