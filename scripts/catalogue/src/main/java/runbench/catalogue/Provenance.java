package runbench.catalogue;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.base.elf.ElfFile;

/**
 * The digests of executed programs and of their inputs.
 *
 * @param executables the program itself, then further programs that it runs
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Provenance(String entry, String run, String catalogue, List<FileRecord> executables,
        List<FileRecord> inputs) {

    /** An executable or input; {@code version}, {@code debianPackage} and {@code compiler} are null if unknown. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record FileRecord(String path, long bytes, String sha256, String version, String debianPackage,
            String compiler) {}

    /**
     * Computes the digests. Called after the run, because the first hash of a large compiler takes 0.2 s, and before
     * {@link Preparation#cleanUp()}, because inputs may be in the working directory.
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
                inputs.add(new FileRecord(name, Files.size(real), facts.sha256(real), null, null, null));
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
        // Packages install below / and /usr only.
        String debian = real.startsWith("/usr") || real.startsWith("/bin")
                ? facts.fact(real, "package", () -> Commands.debianPackage(real)).orElse(null)
                : null;
        return new FileRecord(path.toString(), Files.size(real), facts.sha256(real), version, debian,
                ElfFile.compiler(real).orElse(null));
    }
}
