package runbench.pas2p.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import runbench.base.digest.Digests;

/** Check of this machine against the requirements of copied processes. */
final class RestoreObstacles {
    private static final int SHOWN = 5;

    private RestoreObstacles() {
    }

    /**
     * Returns the obstacles to a restoration, in words; empty: none.
     *
     * @param kept folder of the checkpoints
     */
    static List<String> of(CheckpointSignature checkpoints, Path kept) throws IOException {
        List<String> all = new ArrayList<>();
        for (CheckpointSignature.Checkpoint c : checkpoints.checkpoints()) {
            Path images = kept.resolve(c.name()).resolve(ProcessCopy.IMAGES);
            long bytes = Files.isDirectory(images) ? Folders.bytes(images) : 0;
            if (bytes != c.imageBytes()) {
                all.add("of the images in " + images + " there are " + bytes + " bytes, not " + c.imageBytes());
            }
        }
        CheckpointSignature.Machine here = ProcessHost.here();
        List<String> lacking = ProcessHost.lacking(checkpoints.machine().features(), here.features());
        if (!lacking.isEmpty()) {
            all.add("this processor (" + here.cpu() + ") lacks " + first(lacking) + ", which that of "
                    + checkpoints.machine().host() + " (" + checkpoints.machine().cpu()
                    + ") has, and the program may use");
        }
        all.addAll(files(checkpoints.needed()));
        for (String folder : checkpoints.folders()) {
            if (!Files.isDirectory(Path.of(folder))) {
                all.add("the folder " + folder + " that they work in is missing");
            }
        }
        for (CheckpointSignature.Checkpoint c : checkpoints.checkpoints()) {
            for (Path file : RestoreScript.covered(c, Path.of(checkpoints.folder()))) {
                String missing = "the folder " + file.getParent() + " that they write " + file.getFileName()
                        + " into is missing";
                if (!Files.isDirectory(file.getParent()) && !all.contains(missing)) {
                    all.add(missing);
                }
            }
        }
        return all;
    }

    private static List<String> files(List<CheckpointSignature.Needed> needed) throws IOException {
        List<String> all = new ArrayList<>();
        for (CheckpointSignature.Needed file : needed) {
            Path path = Path.of(file.path());
            if (!Files.isRegularFile(path)) {
                all.add("the file " + path + " is missing");
            } else if (Files.size(path) != file.bytes() || !Digests.of(path).equals(file.sha256())) {
                all.add("the file " + path + " is another one (its SHA-256 differs)");
            }
        }
        return all.size() <= SHOWN ? all : List.of(first(all));
    }

    private static String first(List<String> all) {
        return String.join(", ", all.subList(0, Math.min(SHOWN, all.size())))
                + (all.size() > SHOWN ? " and " + (all.size() - SHOWN) + " more" : "");
    }
}
