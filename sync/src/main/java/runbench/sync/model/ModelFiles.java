package runbench.sync.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;

/** Reads clock models from files or from folders with {@code *.model.json}. */
public final class ModelFiles {
    private ModelFiles() {
    }

    /**
     * Returns all models in the order of the arguments.
     *
     * @throws RunbenchException (bad input) for a folder without any
     */
    public static List<NodeModel> read(List<Path> named) throws IOException {
        List<NodeModel> models = new ArrayList<>();
        for (Path path : named) {
            if (!Files.isDirectory(path)) {
                models.add(ModelFile.read(path));
                continue;
            }
            try (Stream<Path> all = Files.list(path)) {
                List<Path> files = all.filter(f -> f.toString().endsWith(".model.json")).sorted().toList();
                if (files.isEmpty()) {
                    throw RunbenchException.badInput("--clock-model " + path + ": no *.model.json in this folder")
                            .remedy("runbench sync measure -o " + path + " writes them");
                }
                files.forEach(f -> models.add(ModelFile.read(f)));
            }
        }
        return models;
    }

    /**
     * Returns the chain of one node.
     *
     * @param models all models
     * @param node name of the node; null: the models are in order from the node upwards
     * @param utc whether to continue to UTC
     */
    public static Chain chain(List<NodeModel> models, String node, boolean utc) {
        if (node == null) {
            return new Chain(models, utc);
        }
        NodeChains all = new NodeChains(models, utc);
        try {
            return all.of(node);
        } catch (NodeChains.NoModel unknown) {
            throw RunbenchException.badInput("--node: " + unknown.getMessage()).remedy(all.remedy()).causedBy(unknown);
        }
    }
}
