package runbench.measure.batch;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.file.FolderClaim;
import runbench.base.file.OutputFile;
import runbench.base.file.OutputFolder;

/**
 * The folder of one batch: {@code plan.json} with the items in order and their options, {@code overnight.log} with the
 * finished items, a folder per run, and at the end {@code summary.txt} and {@code summary.json}.
 */
public final class BatchFolder {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final String PLAN = "plan.json";

    /** Contents of plan.json. */
    private record PlanFile(List<String> options, List<BatchItem> runs) {}

    private final Path path;
    private final PlanFile plan;

    private BatchFolder(Path path, PlanFile plan) {
        this.path = path;
        this.plan = plan;
    }

    /**
     * Creates a batch.
     *
     * @param options options of all runs; a resumed batch keeps them
     */
    public static BatchFolder create(Path path, List<BatchItem> runs, List<String> options) throws IOException {
        PlanFile plan = new PlanFile(List.copyOf(options), List.copyOf(runs));
        OutputFolder.create(path);
        try (FolderClaim claim = FolderClaim.of(path)) {
            requireNone(path);
            OutputFile.write(path.resolve(PLAN), JSON.writeValueAsBytes(plan));
        }
        return new BatchFolder(path, plan);
    }

    /** Opens an existing batch. */
    public static BatchFolder open(Path path) {
        Path plan = path.resolve(PLAN);
        if (!Files.exists(plan)) {
            throw RunbenchException
                    .badInput(Files.isDirectory(path) ? path + " is no batch's folder: it holds no " + PLAN
                            : path + ": there is no such folder")
                    .remedy("name the folder of a batch; 'runbench runs --kind batch' lists them");
        }
        try {
            return new BatchFolder(path, JSON.readValue(plan.toFile(), PlanFile.class));
        } catch (IOException e) {
            throw RunbenchException.badInput(plan + ": this batch's plan cannot be read: " + e.getMessage())
                    .remedy("restore it, or start the batch anew")
                    .causedBy(e);
        }
    }

    /** Returns whether a folder holds a batch. */
    static boolean holdsBatch(Path path) {
        return Files.exists(path.resolve(PLAN));
    }

    /**
     * Checks that a folder holds no batch.
     *
     * @throws RunbenchException (bad input) it holds one
     */
    static void requireNone(Path path) {
        if (holdsBatch(path)) {
            throw RunbenchException.badInput(path + " already holds a batch")
                    .remedy("go on with it: --resume -o " + path);
        }
    }

    /** Returns the newest batch below {@code parent}; names of batch folders are their UTC start times. */
    public static Optional<Path> latest(Path parent) throws IOException {
        if (!Files.isDirectory(parent)) {
            return Optional.empty();
        }
        try (Stream<Path> batches = Files.list(parent)) {
            return batches.filter(BatchFolder::holdsBatch).max(Path::compareTo);
        }
    }

    public Path path() {
        return path;
    }

    public List<BatchItem> plan() {
        return plan.runs();
    }

    /** Returns the options of all runs as typed. */
    public List<String> options() {
        return plan.options();
    }

    public BatchLog log() {
        return new BatchLog(path.resolve("overnight.log"));
    }

    public Path runFolder(BatchItem item) {
        return path.resolve(item.benchmark()).resolve(item.period());
    }
}
