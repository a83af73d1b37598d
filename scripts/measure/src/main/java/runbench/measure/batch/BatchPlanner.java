package runbench.measure.batch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.catalogue.Availability;
import runbench.catalogue.Catalogue;
import runbench.catalogue.Entry;
import runbench.catalogue.ResolveOptions;
import runbench.sampler.run.SamplingPeriod;

/** Plans a batch: selects and orders its runs, checks free disk space and creates its folder. */
public final class BatchPlanner {
    /** Name of the folder below the results folder. */
    public static final String OVERNIGHT = "overnight";

    private final BatchRequest request;
    private final Catalogue catalogue;
    private final ResolveOptions options;

    public BatchPlanner(BatchRequest request, Catalogue catalogue, ResolveOptions options) {
        this.request = request;
        this.catalogue = catalogue;
        this.options = options.emulated(request.emulated());
    }

    /**
     * Creates a batch.
     *
     * @throws RunbenchException exit code 2: an unknown benchmark, nothing to run, or a folder that holds a batch; 3:
     *     not enough disk space
     */
    public BatchFolder plan() throws IOException {
        List<BatchItem> items = items();
        if (items.isEmpty()) {
            throw RunbenchException.badInput("there is nothing to run").remedy("runbench list");
        }
        Path path = request.folder() != null ? request.folder() : fresh(OVERNIGHT);
        BatchFolder.requireNone(path);
        requireRoom(items, path);
        return BatchFolder.create(path, items, request.options());
    }

    /**
     * Opens a batch to resume it.
     *
     * @param asked its folder; null: the latest batch
     * @throws RunbenchException exit code 2: there is none
     */
    public static BatchFolder begun(Path asked) throws IOException {
        return begun(asked, OVERNIGHT);
    }

    /**
     * Opens a batch of another kind to resume it.
     *
     * @param place folder below the results folder, and name of the script that starts such a batch
     */
    public static BatchFolder begun(Path asked, String place) throws IOException {
        Path usual = ResultFolders.root().resolve(place);
        return BatchFolder.open(asked != null ? asked
                : BatchFolder.latest(usual)
                        .orElseThrow(() -> RunbenchException.badInput("there is no batch to resume in " + usual)
                                .remedy("start one: scripts/" + place + " --period 1ms")));
    }

    /**
     * Returns the folder of a new batch.
     *
     * @param place folder below the results folder
     */
    public static Path fresh(String place) {
        return ResultFolders.root().resolve(place).resolve(ResultFolders.name(Instant.now()));
    }

    /**
     * Checks the free disk space.
     *
     * @throws RunbenchException exit code 3: not enough disk space
     */
    public void requireRoom(BatchFolder folder) throws IOException {
        requireRoom(folder.plan(), folder.path());
    }

    private void requireRoom(List<BatchItem> items, Path path) throws IOException {
        BatchEstimates estimates = new BatchEstimates(request, catalogue, options);
        new DiskNeed(items, request.runs(), path).check(estimates::seconds, SamplingPeriod::parse);
    }

    private List<BatchItem> items() throws IOException {
        List<BatchItem> items = new ArrayList<>();
        for (String id : ids()) {
            if (request.emulated()) {
                items.add(new BatchItem(id, BatchItem.EMULATED));
            }
            request.periods().forEach(period -> items.add(new BatchItem(id, period.toString())));
        }
        return items.stream().distinct().toList();
    }

    /** Returns the ids from arguments and file; otherwise all benchmarks that this machine can run. */
    private List<String> ids() throws IOException {
        List<String> wanted = new ArrayList<>(request.names());
        if (request.list() != null) {
            Files.readAllLines(request.list())
                    .stream()
                    .map(l -> l.replaceFirst("#.*", "").strip())
                    .filter(l -> !l.isEmpty())
                    .forEach(wanted::add);
        }
        if (wanted.isEmpty() && request.list() == null) {
            return catalogue.entries()
                    .stream()
                    .filter(e -> Availability.of(e, options).runs() != null)
                    .map(Entry::id)
                    .toList();
        }
        return wanted.stream().map(name -> catalogue.find(name).id()).toList();
    }
}
