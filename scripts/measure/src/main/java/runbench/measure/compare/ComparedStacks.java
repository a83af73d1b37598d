package runbench.measure.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.measure.RunFolder;
import runbench.measure.RunFunctions;
import runbench.parser.compare.Comparison;
import runbench.parser.record.Recording;
import runbench.parser.symbols.StackComparison;
import runbench.parser.symbols.StackProfile;

/** The call stacks of the runs of a comparison. */
final class ComparedStacks {
    /** Maximum size of all recordings together, bytes: their samples are in memory at the same time. */
    private static final long MAX_BYTES = 256L << 20;

    private ComparedStacks() {
    }

    /** Compares the stacks; empty if a run has none, or if the recordings are too large. */
    static Optional<StackComparison> of(Comparison c) {
        List<Path> a = recordings(c.a().runs());
        List<Path> b = recordings(c.b().runs());
        if (a.isEmpty() || b.isEmpty() || bytes(a) + bytes(b) > MAX_BYTES) {
            return Optional.empty();
        }
        Optional<List<StackProfile>> first = profiles(a);
        return first.isEmpty() ? Optional.empty() : profiles(b).map(second -> StackComparison.of(first.get(), second));
    }

    private static List<Path> recordings(List<String> runs) {
        return runs.stream().map(Path::of).map(r -> Files.isDirectory(r) ? new RunFolder(r).recording() : r).toList();
    }

    private static long bytes(List<Path> files) {
        return files.stream().mapToLong(f -> f.toFile().length()).sum();
    }

    private static Optional<List<StackProfile>> profiles(List<Path> recordings) {
        List<StackProfile> profiles = new ArrayList<>();
        for (Path file : recordings) {
            Recording recording = Files.isRegularFile(file) ? Recording.open(file) : null;
            if (recording == null || recording.metadata().callGraph().isEmpty()) {
                return Optional.empty();
            }
            profiles.add(RunFunctions.stacksOf(recording, ProgressDisplay.NONE));
        }
        return Optional.of(profiles);
    }
}
