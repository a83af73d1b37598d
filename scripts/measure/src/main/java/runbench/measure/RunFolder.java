package runbench.measure;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.file.FolderClaim;
import runbench.base.file.OutputFolder;
import runbench.base.home.ProjectHome.ResultFolders;

/**
 * The folder of one run and the names of its files. Every step of the analysis can be repeated from the files of the
 * step before.
 *
 * @param path the folder
 * @param made topmost folder that was created for it; null: all folders existed
 */
public record RunFolder(Path path, Path made) {
    /** Files that an unused run may leave; the program's output files count only while they are empty. */
    private static final Set<String> UNUSED_RUN_FILES = Set.of("run.json", "samples.rec.run.json", FolderClaim.NAME);
    /** Name of the file of functions and libraries, next to a recording. */
    static final String SYMBOLS = "symbols.json";
    private static final int MAX_ATTEMPTS = 100;

    /** Refers to an existing folder of a run. */
    public RunFolder(Path path) {
        this(path, null);
    }

    /** Creates {@code RESULTS/NAME/<UTC time>/}. */
    public static RunFolder create(Path results, String name, Instant start) throws IOException {
        Path parent = results.resolve(name);
        Path missing = uppermostMissing(parent);
        try {
            OutputFolder.create(parent);
        } catch (FileAlreadyExistsException e) {
            throw noFolder(Path.of(e.getFile()), "choose another name with --name, or another folder with -o");
        }
        String time = ResultFolders.name(start);
        for (int attempt = 1;; attempt++) {
            Path path = parent.resolve(attempt == 1 ? time : time + "-" + attempt);
            try {
                OutputFolder.createNew(path);
                return new RunFolder(path, missing == null ? path : missing);
            } catch (FileAlreadyExistsException e) {
                // Another run started in the same second.
            }
        }
    }

    /**
     * Uses exactly this folder.
     *
     * @throws RunbenchException (bad input) it already holds a run
     */
    public static RunFolder at(Path path) throws IOException {
        Path missing = uppermostMissing(path);
        RunFolder folder;
        try {
            folder = new RunFolder(OutputFolder.create(path), missing);
        } catch (FileAlreadyExistsException e) {
            throw noFolder(Path.of(e.getFile()), "-o names the folder that a run's files go into: choose another");
        }
        folder.requireNoRun();
        return folder;
    }

    /**
     * Checks that the folder holds no run.
     *
     * @throws RunbenchException (bad input) it already holds one
     */
    private void requireNoRun() {
        if (Files.exists(recording())) {
            throw RunbenchException.badInput(path + " already holds a run (" + recording().getFileName() + ")")
                    .remedy("choose another folder with -o, or remove that one");
        }
    }

    /**
     * Claims the folder for a new run.
     *
     * @throws RunbenchException (bad input) another run writes into it, or has done so
     */
    FolderClaim claim() throws IOException {
        FolderClaim claim = FolderClaim.of(path);
        try {
            requireNoRun();
            return claim;
        } catch (RunbenchException e) {
            claim.close();
            throw e;
        }
    }

    private static RunbenchException noFolder(Path file, String remedy) {
        return RunbenchException.badInput("cannot make the folder " + file + ": a file of that name is there")
                .remedy(remedy);
    }

    private static Path uppermostMissing(Path path) {
        Path missing = null;
        for (Path p = path.toAbsolutePath(); p != null && !Files.exists(p); p = p.getParent()) {
            missing = p;
        }
        return missing;
    }

    /**
     * Removes the folders of a run that produced nothing.
     *
     * @return false: the folder existed before, or it holds other files
     */
    boolean removeUnused() throws IOException {
        if (made == null || !Files.isDirectory(path)) {
            return false;
        }
        for (int attempt = 1;; attempt++) {
            List<Path> files;
            try (Stream<Path> all = Files.list(path)) {
                files = all.toList();
            }
            for (Path file : files) {
                if (!isUnusedFile(file)) {
                    return false;
                }
            }
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            try {
                Files.delete(path);
                break;
            } catch (DirectoryNotEmptyException e) {
                // The thread that was about to start the program is being ended and has created one more file.
                if (attempt == MAX_ATTEMPTS) {
                    return false;
                }
            }
        }
        Path last = made.toAbsolutePath();
        try {
            for (Path p = path.toAbsolutePath().getParent(); p != null && p.startsWith(last); p = p.getParent()) {
                Files.delete(p);
            }
        } catch (DirectoryNotEmptyException e) {
            // Another run has started next to it.
        }
        return true;
    }

    private boolean isUnusedFile(Path file) throws IOException {
        boolean output = file.equals(benchmarkOut()) || file.equals(benchmarkErr());
        return UNUSED_RUN_FILES.contains(file.getFileName().toString()) || output && Files.size(file) == 0;
    }

    public Path record() {
        return path.resolve("run.json");
    }

    public Path recording() {
        return path.resolve("samples.rec");
    }

    /** Returns the file of the functions and libraries that the run executed. */
    public Path symbols() {
        return path.resolve(SYMBOLS);
    }

    public Path csv() {
        return path.resolve("samples.csv");
    }

    public Path summary() {
        return path.resolve("summary.json");
    }

    public Path chart() {
        return path.resolve("chart.png");
    }

    public Path page() {
        return path.resolve("page.html");
    }

    public Path svg() {
        return path.resolve("chart.svg");
    }

    public Path benchmarkOut() {
        return path.resolve("benchmark.out");
    }

    public Path benchmarkErr() {
        return path.resolve("benchmark.err");
    }
}
