package runbench.sync.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;

/** Models named on a command line: files, or folders with {@code *.model.json}. */
public final class ModelFiles {
    private ModelFiles() {
    }

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
                    throw RunbenchException.badInput("--model " + path + ": no *.model.json in this folder")
                            .remedy("runbench sync measure -o " + path + " writes them");
                }
                files.forEach(f -> models.add(ModelFile.read(f)));
            }
        }
        return models;
    }
}
