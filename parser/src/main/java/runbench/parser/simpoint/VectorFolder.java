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
 * The folder {@code bbv} of a run. For each task (thread of the program), TASK being its number in the recording:
 *
 * <ul> <li>{@code TASK.bb}: a line for each interval, in SimPoint's format: {@code T:ID:COUNT :ID:COUNT ...}, COUNT
 * being how often the block was executed times its instructions <li>{@code TASK.intervals.csv}: what was counted in
 * each interval <li>{@code TASK.simpoints}, {@code TASK.weights}, {@code TASK.strata.csv}: what was chosen of them
 * </ul>
 *
 * and {@code blocks.csv}: what each ID stands for, the same in all tasks; {@code chosen.json}: the report of what was
 * chosen.
 */
public record VectorFolder(Path path) {
    private static final String VECTORS = ".bb";

    /** Beside a recording. */
    public static VectorFolder beside(Path recording) {
        return new VectorFolder(recording.toAbsolutePath().resolveSibling("bbv"));
    }

    /** What the emulator writes into while the program runs; gone once it has been converted. */
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

    /** What was chosen last; empty where nothing was, or nobody can read it any more: then it can be chosen again. */
    public Optional<IntervalReport> lastChoice() {
        return IntervalReport.read(chosen());
    }

    /** Numbers of the tasks that have vectors, in order. */
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
     * Makes SimPoint's files of what the emulator wrote, and removes that. Nothing happens where it wrote nothing.
     *
     * @param events of the recording
     * @param resolver of names of functions
     * @throws RunbenchException (bad input) what it wrote cannot be read; (machine) the files cannot be written
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
