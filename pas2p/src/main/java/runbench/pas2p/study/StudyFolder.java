package runbench.pas2p.study;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.process.IoReason;
import runbench.pas2p.study.StudyPlan.StudyTarget;
import runbench.pas2p.study.StudyResult.TargetOutcome;

/**
 * The folder of a study: a folder per target, and in it one per repetition ({@code run-1}; {@code full-1} for a program
 * that ran to its end) with the measurement, the program's output and the outcome. A run without an outcome was
 * interrupted and starts anew.
 */
final class StudyFolder {
    static final String OUTPUT = "output.txt";
    private static final String OUTCOME = "outcome.json";
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Path path;

    StudyFolder(Path path) {
        this.path = path;
    }

    Path run(StudyTarget target, int repetition, boolean full) {
        return path.resolve(target.folder()).resolve((full ? "full-" : "run-") + repetition);
    }

    /**
     * Returns the file of a signature that is built from traces.
     *
     * @param repeats other runs that it is built with
     */
    Path signature(Path trace, List<Path> repeats) {
        String names = repeats.isEmpty() ? ""
                : "-" + Integer.toHexString(repeats.stream().map(Path::toString).toList().hashCode());
        return path.resolve("signatures").resolve(word(trace) + names + ".sig.json");
    }

    /**
     * Returns the folder of one more traced run of the same command.
     *
     * @param number from 1
     */
    Path repetition(Path trace, int number) {
        return path.resolve("traces").resolve(word(trace) + "-" + number);
    }

    private static String word(Path place) {
        return place.toAbsolutePath().normalize().toString().substring(1).replaceAll("[^A-Za-z0-9._+-]+", "_");
    }

    /** Returns the outcome of a run. A run to the end is preferred; a stopped one counts if that suffices. */
    Optional<TargetOutcome> outcome(StudyTarget target, int repetition, boolean full) {
        Optional<TargetOutcome> ran = read(run(target, repetition, true));
        if (full) {
            return ran;
        }
        Optional<TargetOutcome> stopped = read(run(target, repetition, false));
        return ran.filter(o -> !o.failed()).or(() -> stopped).or(() -> ran);
    }

    private static Optional<TargetOutcome> read(Path run) {
        Path file = run.resolve(OUTCOME);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(file.toFile(), TargetOutcome.class));
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + IoReason.of(e))
                    .remedy("remove " + run + ": it will be measured again")
                    .causedBy(e);
        }
    }

    /** Returns an empty folder for a run; the files of an interrupted or failed run are removed. */
    Path prepare(StudyTarget target, int repetition, boolean full) throws IOException {
        return emptied(run(target, repetition, full));
    }

    static Path emptied(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            List<Path> left;
            try (Stream<Path> files = Files.walk(folder)) {
                left = files.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path file : left) {
                Files.delete(file);
            }
        }
        return Files.createDirectories(folder);
    }

    /** Stores the outcome; from then on the run counts. A crash leaves either no file or a complete one. */
    void ended(StudyTarget target, TargetOutcome outcome) throws IOException {
        Path file = run(target, outcome.repetition(), outcome.full()).resolve(OUTCOME);
        OutputFile.write(file, JSON.writeValueAsBytes(outcome));
    }
}
