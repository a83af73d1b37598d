package runbench.catalogue;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which bytes ran and what they read.
 *
 * @param executables the program itself, then others that did the work
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Provenance(String entry, String run, String catalogue, List<FileRecord> executables,
        List<FileRecord> inputs) {

    /** {@code version} and {@code debianPackage} are null where not known. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record FileRecord(String path, long bytes, String sha256, String version, String debianPackage) {}

    /**
     * Best called after the run (hashing a large compiler takes 0.2 s the first time; later it is looked up), and
     * before {@link Preparation#cleanUp()} because inputs may lie in the working directory.
     */
    public static Provenance of(ResolvedBenchmark benchmark, String catalogue) throws IOException {
        FileFacts facts = new FileFacts(benchmark.options().cacheDir());
        List<FileRecord> executables = new ArrayList<>();
        executables.add(executable(facts, benchmark.executable(), benchmark.version()));
        for (List<String> command : benchmark.programs()) {
            Optional<Path> program = Commands.locate(command);
            if (program.isPresent()) {
                executables.add(executable(facts, program.get(), null));
            }
        }
        List<FileRecord> inputs = new ArrayList<>();
        for (String name : inputNames(benchmark)) {
            Path path = benchmark.workingDir().resolve(name).normalize();
            if (Files.isRegularFile(path)) {
                Path real = path.toRealPath();
                inputs.add(new FileRecord(name, Files.size(real), facts.sha256(real), null, null));
            }
        }
        return new Provenance(benchmark.id(), benchmark.run(), catalogue, executables, inputs);
    }

    private static List<String> inputNames(ResolvedBenchmark benchmark) {
        List<String> names = new ArrayList<>();
        benchmark.inputs().forEach(alternatives -> names.add(alternatives.get(0)));
        for (Step step : benchmark.prepare()) {
            if (step instanceof Step.Generate generate) {
                names.add(generate.to());
            } else if (step instanceof Step.Resource resource) {
                names.add(resource.to());
            }
        }
        return names.stream().distinct().toList();
    }

    private static FileRecord executable(FileFacts facts, Path path, String version) throws IOException {
        Path real = path.toRealPath();
        // Packages install below / and /usr only: nothing built elsewhere needs the question.
        String debian = real.startsWith("/usr") || real.startsWith("/bin")
                ? facts.fact(real, "package", () -> Commands.debianPackage(real)).orElse(null)
                : null;
        return new FileRecord(path.toString(), Files.size(real), facts.sha256(real), version, debian);
    }
}
