package runbench.measure.bandwidth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.catalogue.Preparation;
import runbench.catalogue.ResolveOptions;
import runbench.catalogue.ResolvedBenchmark;
import runbench.catalogue.Verification;

/** One copy of a program in a folder of its own, so that two copies do not write the same files. */
final class Slot {
    private final NamedProgram program;
    private final Path folder;
    private final Optional<ResolvedBenchmark> benchmark;

    private Slot(NamedProgram program, Path folder, Optional<ResolvedBenchmark> benchmark) {
        this.program = program;
        this.folder = folder;
        this.benchmark = benchmark;
    }

    /**
     * Prepares a copy.
     *
     * @param folder folder of the copy; created if missing
     */
    static Slot of(NamedProgram program, ResolveOptions options, Path folder) throws IOException {
        Files.createDirectories(folder);
        Slot slot = new Slot(program, folder, program.resolve(options, folder));
        slot.benchmark.ifPresent(b -> new Preparation(b).run(step -> {}));
        return slot;
    }

    String name() {
        return program.name();
    }

    String label() {
        return benchmark.map(ResolvedBenchmark::label).orElse(program.name());
    }

    /** Returns the description for the helper. */
    List<String> words(int cpu) {
        List<String> words = new ArrayList<>(List.of("program", String.valueOf(cpu),
                benchmark.map(ResolvedBenchmark::workingDir).orElse(Path.of("")).toAbsolutePath().toString(),
                benchmark.map(ResolvedBenchmark::stdin).map(Path::toString).orElse("/dev/null"), output().toString(),
                errors().toString()));
        Map<String, String> environment = benchmark.map(ResolvedBenchmark::env).orElse(Map.of());
        words.add(String.valueOf(environment.size()));
        environment.forEach((name, value) -> words.add(name + "=" + value));
        List<String> command = benchmark.map(ResolvedBenchmark::command).orElse(program.command());
        words.add(String.valueOf(command.size()));
        words.addAll(command);
        return words;
    }

    private Path output() {
        return benchmark.map(ResolvedBenchmark::stdout).orElse(folder.resolve("out"));
    }

    private Path errors() {
        return benchmark.map(ResolvedBenchmark::stderr).orElse(folder.resolve("err"));
    }

    /**
     * Checks an exit status.
     *
     * @throws RunbenchException (the benchmark failed) it is not the expected one
     */
    void ended(int status) {
        int expected = benchmark.map(ResolvedBenchmark::expectedExit).orElse(0);
        if (status != expected) {
            throw RunbenchException
                    .of(ExitCode.BENCHMARK_FAILED,
                            name() + " ended with status " + status + " instead of " + expected + lastErrorLine())
                    .remedy("run it by itself first"
                            + (benchmark.isPresent() ? ": runbench " + name().replace(":", " --run ") : ""));
        }
    }

    /**
     * Checks the output of the last run.
     *
     * @throws RunbenchException (the benchmark failed) it differs from the expected output
     */
    void verify() {
        benchmark.ifPresent(b -> {
            List<String> differences = new Verification(b).check(b.expectedExit()).differences();
            if (!differences.isEmpty()) {
                throw RunbenchException
                        .of(ExitCode.BENCHMARK_FAILED, name() + ": its output is wrong: " + differences.get(0))
                        .remedy("run it by itself: runbench " + name().replace(":", " --run "));
            }
        });
    }

    private String lastErrorLine() {
        try {
            List<String> lines = Files.readAllLines(errors());
            return lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1);
        } catch (IOException e) {
            return "";
        }
    }
}
