package runbench.sync.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.sync.estimate.Estimate;
import runbench.sync.exchange.Recording;

/** The models of a run's nodes, {@code NODE.model.json} in one folder, growing window by window. */
public final class NodeModels {
    private final Path folder;
    private final String reference;
    private final String source;
    private final double wander;
    private final double toleranceNanos;
    private Surprise surprise;

    /**
     * How far the worst node's clock was from what its last window had predicted.
     *
     * @param seconds    since that window
     * @param errorNanos measured minus predicted, ns
     */
    public record Surprise(double seconds, double errorNanos) {
    }

    /**
     * @param source         the clock of nodes that do not tell theirs
     * @param wander         how much a node's rate may change between windows, ns per ns
     * @param toleranceNanos for {@code valid_until_ns}
     */
    public NodeModels(Path folder, String reference, String source, double wander, double toleranceNanos) {
        this.folder = folder;
        this.reference = reference;
        this.source = source;
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

    /** Begins a window: forgets the surprises of the one before. */
    public void begin() {
        surprise = null;
    }

    /** Adds a window to a node's model and file. */
    public NodeModel add(String node, Estimate e, Recording recording) throws IOException {
        return add(node, WindowModel.of(e, recording), recording);
    }

    /** @param recording tells the node's clock */
    public NodeModel add(String node, WindowModel window, Recording recording) throws IOException {
        String told = recording.meta().path("node_clock").path("source").asText(source);
        NodeModel model = new NodeModel(node, reference, told.startsWith("virtual(") ? NodeModel.VIRTUAL : told, wander, List.of(window));
        Path file = folder.resolve(node + ".model.json");
        if (Files.exists(file)) {
            NodeModel before = ModelFile.read(file);
            NodeModel joined = before.and(model);
            learn(before.windows().get(before.windows().size() - 1), window);
            model = joined;
        }
        ModelFile.write(file, model, toleranceNanos);
        return model;
    }

    private void learn(WindowModel last, WindowModel now) {
        double dt = now.x0Nanos() - last.x0Nanos();
        double expected = last.offsetNanos() + last.slope() * dt;
        double error = now.baseNanos() - last.baseNanos() + now.offsetNanos() - expected;
        boolean sameCounter = last.ticks() == null || now.ticks() == null || !last.ticks().differsFrom(now.ticks());
        if (sameCounter && dt > 0 && (surprise == null || Math.abs(error) > Math.abs(surprise.errorNanos()))) {
            surprise = new Surprise(dt * 1e-9, error);
        }
    }

    /** The worst surprise of this window; empty in a run's first. */
    public Optional<Surprise> surprise() {
        return Optional.ofNullable(surprise);
    }
}
