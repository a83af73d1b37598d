package runbench.cli.run;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import runbench.parser.RunbenchException;

/**
 * The folder of one run and the names of what lies in it. Each file can be looked at, and each later step can be run
 * again from the file before it.
 */
public record RunFolder(Path path) {
    private static final DateTimeFormatter UTC = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    /** {@code RESULTS/NAME/<UTC time>/}, new. */
    public static RunFolder create(Path results, String name, Instant start) throws IOException {
        Path parent = Files.createDirectories(results.resolve(name));
        String time = UTC.format(start);
        for (int attempt = 1; ; attempt++) {
            Path path = parent.resolve(attempt == 1 ? time : time + "-" + attempt);
            try {
                return new RunFolder(Files.createDirectory(path));
            } catch (FileAlreadyExistsException e) {
                // A run that began in the same second.
            }
        }
    }

    /** Exactly this folder, which must not hold another run. */
    public static RunFolder at(Path path) throws IOException {
        RunFolder folder = new RunFolder(Files.createDirectories(path));
        if (Files.exists(folder.recording())) {
            throw RunbenchException.badInput(path + " already holds a run (" + folder.recording().getFileName() + ")")
                    .remedy("choose another folder with -o, or remove that one");
        }
        return folder;
    }

    /**
     * Where runs go by default: {@code $RUNBENCH_RESULTS}, else the project's {@code results/}, else - the project
     * belongs to someone else - {@code results/} in the current folder.
     */
    public static Path defaultResults() {
        String chosen = System.getenv("RUNBENCH_RESULTS");
        if (chosen != null && !chosen.isBlank()) {
            return Path.of(chosen);
        }
        Path own = Path.of(System.getProperty("runbench.home", "."), "results");
        return Files.isWritable(own) ? own : Path.of("results");
    }

    public Path record() {
        return path.resolve("run.json");
    }

    public Path recording() {
        return path.resolve("samples.rec");
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
