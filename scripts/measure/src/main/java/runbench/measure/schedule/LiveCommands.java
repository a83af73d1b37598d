package runbench.measure.schedule;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import runbench.base.error.RunbenchException;
import runbench.catalogue.NamedRun;
import runbench.catalogue.Preparation;
import runbench.catalogue.ResolvedBenchmark;
import runbench.catalogue.Verification;
import runbench.schedule.workload.Workload.WorkloadProgram;

/** The prepared commands of a workload's programs. Each catalogue entry has a working directory of its own. */
final class LiveCommands implements AutoCloseable {
    private record Prepared(LiveCommand command, Optional<ResolvedBenchmark> benchmark) {}

    private final List<Prepared> prepared = new ArrayList<>();

    /**
     * Prepares all programs.
     *
     * @throws RunbenchException exit code 2 or 3: an entry is unknown or cannot run here
     */
    static LiveCommands prepare(LiveRequest request, LiveBenches benches) {
        LiveCommands all = new LiveCommands();
        try {
            Set<String> taken = new HashSet<>();
            for (WorkloadProgram p : request.workload().programs()) {
                Path out = request.folder().resolve(fileName(p.name(), taken));
                all.prepared.add(p.benchmark()
                        .map(b -> entry(b, benches, out))
                        .orElseGet(() -> new Prepared(typed(p, out), Optional.empty())));
            }
        } catch (RuntimeException e) {
            all.close();
            throw e;
        }
        return all;
    }

    /** Returns a unique file name for a program, without characters that are unsafe in file names. */
    static String fileName(String name, Set<String> taken) {
        String plain = name.replaceAll("[^A-Za-z0-9._-]", "_");
        String free = plain;
        for (int i = 2; !taken.add(free); i++) {
            free = plain + "-" + i;
        }
        return free;
    }

    private static LiveCommand typed(WorkloadProgram p, Path out) {
        return new LiveCommand(String.join(" ", p.command()), p.command(), Map.of(), Path.of("").toAbsolutePath(),
                Path.of("/dev/null"), beside(out, ".out"), beside(out, ".err"), 0);
    }

    private static Prepared entry(String written, LiveBenches benches, Path folder) {
        ResolvedBenchmark b = NamedRun.find(written, benches.catalogue()).resolve(benches.options(), folder);
        new Preparation(b).run(step -> {});
        return new Prepared(
                new LiveCommand(b.label(), b.command(), b.env(), b.workingDir(),
                        b.stdin() == null ? Path.of("/dev/null") : b.stdin(), b.stdout(), b.stderr(), b.expectedExit()),
                Optional.of(b));
    }

    private static Path beside(Path path, String end) {
        return path.resolveSibling(path.getFileName() + end).toAbsolutePath();
    }

    LiveCommand of(int program) {
        return prepared.get(program).command();
    }

    /** Prepares a further round of a benchmark: removes the output of the round before. */
    void afresh(int program) {
        prepared.get(program).benchmark().ifPresent(b -> {
            new Preparation(b).cleanUp();
            new Preparation(b).run(step -> {});
        });
    }

    /**
     * Returns the differences of a program's output from the expected output.
     *
     * @param status exit status; 128 + signal if a signal ended it
     */
    List<String> differences(int program, int status) {
        Prepared p = prepared.get(program);
        if (p.benchmark().isPresent()) {
            return new Verification(p.benchmark().get()).check(status).differences();
        }
        return status == p.command().expectedExit() ? List.of()
                : List.of("exit status " + status + "; its error output is in " + p.command().stderr());
    }

    @Override
    public void close() {
        prepared.forEach(p -> p.benchmark().ifPresent(b -> new Preparation(b).cleanUp()));
    }

    /**
     * The command that starts a program.
     *
     * @param label command line, or label of the benchmark
     * @param argv program and arguments
     * @param environment variables in addition to this process's own
     * @param directory working directory
     * @param stdin file of the standard input
     * @param stdout file of the standard output
     * @param stderr file of the standard error
     * @param expectedExit exit status of a successful run
     */
    record LiveCommand(String label, List<String> argv, Map<String, String> environment, Path directory, Path stdin,
            Path stdout, Path stderr, int expectedExit) {
        LiveCommand {
            argv = List.copyOf(argv);
            environment = Map.copyOf(environment);
        }
    }
}
