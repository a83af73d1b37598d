package runbench.measure.bandwidth;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.catalogue.Catalogue;
import runbench.catalogue.NamedRun;
import runbench.catalogue.ResolveOptions;
import runbench.catalogue.ResolvedBenchmark;

/**
 * A program named by the user: a benchmark of the catalogue ({@code 470.lbm}, {@code 470.lbm:tiny}), or a command with
 * its arguments in one word.
 *
 * @param name name as typed
 * @param benchmark the benchmark; empty: a command
 * @param command program and arguments of a command
 */
public record NamedProgram(String name, Optional<NamedRun> benchmark, List<String> command) {
    /**
     * Parses a name.
     *
     * @throws RunbenchException (bad input) it is neither a benchmark nor a command
     */
    public static NamedProgram of(String written, Catalogue catalogue) {
        String id = NamedRun.id(written);
        if (catalogue.knows(id)) {
            return new NamedProgram(written, Optional.of(NamedRun.find(written, catalogue)), List.of());
        }
        List<String> words = List.of(written.strip().split("\\s+"));
        if (words.get(0).isEmpty() || words.size() == 1 && !words.get(0).contains("/")) {
            List<String> near = catalogue.nearest(id);
            throw RunbenchException.badInput("no benchmark is called '" + written + "'")
                    .remedy(NearestNames.didYouMean(id, near,
                            "'runbench list' shows all; a command is written with its path: './mine --fast'"));
        }
        return new NamedProgram(written, Optional.empty(), words);
    }

    /**
     * Parses several names.
     *
     * @param remedy reason to name each program once
     * @throws RunbenchException (bad input) a word names no program, or one twice
     */
    public static List<NamedProgram> all(List<String> written, Catalogue catalogue, String remedy) {
        List<NamedProgram> programs = written.stream().map(p -> of(p, catalogue)).toList();
        Set<String> names = new HashSet<>();
        programs.stream().filter(p -> !names.add(p.name())).findFirst().ifPresent(p -> {
            throw RunbenchException.badInput(p.name() + " is named twice").remedy(remedy);
        });
        return programs;
    }

    /** Returns the name of its profile in the library. */
    String profile(ResolveOptions options) {
        return benchmark.map(b -> b.name(options)).orElse(name);
    }

    /**
     * Creates a slot for the program.
     *
     * @param folder folder for its output
     * @throws RunbenchException (machine) the program is not on this machine
     */
    Optional<ResolvedBenchmark> resolve(ResolveOptions options, Path folder) {
        return benchmark.map(b -> b.resolve(options, folder));
    }
}
