package runbench.parser.simpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.parser.record.EventInfo;
import runbench.parser.symbols.SymbolResolver;

/**
 * The folder {@code bbv} of a run. TASK is the number of a task (thread of the program) in the recording. Files:
 *
 * <ul> <li>{@code TASK.bb}: a line for each interval, in SimPoint's format: {@code T:ID:COUNT :ID:COUNT ...}. COUNT is
 * the number of executions of the block times its instructions. <li>{@code TASK.intervals.csv}: counts of each interval
 * <li>{@code TASK.simpoints}, {@code TASK.weights}, {@code TASK.strata.csv}: the chosen intervals
 * <li>{@code blocks.csv}: the block of each ID, the same in all tasks <li>{@code chosen.json}: the report of the
 * selection </ul>
 *
 * @param path path of the folder
 */
public record VectorFolder(Path path) {
    private static final String VECTORS = ".bb";

    /** Returns the vector folder of a recording. */
    public static VectorFolder ofRecording(Path recording) {
        return new VectorFolder(recording.toAbsolutePath().resolveSibling("bbv"));
    }

    /** Returns the folder that the emulator writes during the run. It is removed after conversion. */
    public Path raw() {
        return path.resolve("raw");
    }

    public Path blocks() {
        return path.resolve("blocks.csv");
    }

    Path vectors(int task) {
        return path.resolve(task + VECTORS);
    }

    Path counts(int task) {
        return path.resolve(task + ".intervals.csv");
    }

    Path simpoints(int task) {
        return path.resolve(task + ".simpoints");
    }

    Path weights(int task) {
        return path.resolve(task + ".weights");
    }

    Path strata(int task) {
        return path.resolve(task + ".strata.csv");
    }

    Path chosen() {
        return path.resolve("chosen.json");
    }

    /**
     * Returns the report of the last selection. Empty if there is none or it is unreadable: the selection can then be
     * repeated.
     */
    public Optional<IntervalReport> lastChoice() {
        return IntervalReport.read(chosen());
    }

    /** Returns the numbers of the tasks that have vectors, in ascending order. */
    public List<Integer> tasks() {
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(n -> n.matches("[0-9]{1,9}\\.bb"))
                    .map(n -> Integer.valueOf(n.substring(0, n.length() - VECTORS.length())))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw RunbenchException.machine(path + ": cannot be listed: " + e.getMessage()).causedBy(e);
        }
    }

    /**
     * Converts the emulator's files to SimPoint's format, and removes the emulator's files. Does nothing if there are
     * none.
     *
     * @param events events of the recording
     * @param resolver resolver of function names
     * @throws RunbenchException (bad input) the emulator's files cannot be read; (machine) the files cannot be written
     */
    public void convert(List<EventInfo> events, SymbolResolver resolver) {
        if (!Files.isDirectory(raw())) {
            return;
        }
        try {
            RawVectors raw = RawVectors.open(raw());
            if (raw != null) {
                CodeBlocks blocks = CodeBlocks.of(raw.images());
                raw.write(this, events, blocks);
                blocks.write(blocks(), resolver);
            }
            removeRaw();
        } catch (IOException e) {
            throw RunbenchException.machine(path + ": vectors of blocks cannot be converted: " + e.getMessage())
                    .remedy("check the free space, and run again")
                    .causedBy(e);
        }
    }

    private void removeRaw() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(raw())) {
            all.sorted(Comparator.reverseOrder()).forEach(files::add);
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
