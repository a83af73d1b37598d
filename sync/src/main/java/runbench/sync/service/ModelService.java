package runbench.sync.service;

import java.nio.file.Path;
import runbench.sync.clock.Clock;
import runbench.sync.model.ModelFile;
import runbench.sync.model.NodeModel;

/** Our own model on a node: its clock converted to the reference's time. */
final class ModelService implements TimeService {
    private final String name;
    private final NodeModel model;
    private final Clock local = Clock.open("realtime");
    private final Clock node;

    /** @param spec the node's clock that the model describes */
    ModelService(String name, Path file, String spec) {
        this.name = name;
        model = ModelFile.read(file);
        node = Clock.open(spec);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Reading read() {
        long before = local.nanos();
        long now = node.nanos();
        long after = local.nanos();
        return new Reading(before + (after - before) / 2, model.toReference(now).refNanos(), after - before);
    }

    @Override
    public int packets() {
        return 0;
    }

    @Override
    public int bytes() {
        return 0;
    }

    @Override
    public void close() {
        node.close();
        local.close();
    }
}
