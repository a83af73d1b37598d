package runbench.measure.bandwidth;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.catalogue.Catalogue;
import runbench.catalogue.NamedRun;
import runbench.catalogue.ResolveOptions;
import runbench.catalogue.ResolvedBenchmark;

/**
 * A program as a person names it: a benchmark of the catalogue ({@code 470.lbm}, {@code 470.lbm:tiny}), or a command
 * with its arguments in one word.
 *
 * @param name as it was written
 * @param benchmark empty: it is a command
 * @param command of a command
 */
record NamedProgram(String name, Optional<NamedRun> benchmark, List<String> command) {
    /** @throws RunbenchException (bad input) where it is neither */
    static NamedProgram of(String written, Catalogue catalogue) {
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

    /** What its profile is called. */
    String profile(ResolveOptions options) {
        return benchmark.map(b -> b.name(options)).orElse(name);
    }

    /** @param folder for what it writes @throws RunbenchException (machine) where it is not on this machine */
    Optional<ResolvedBenchmark> resolve(ResolveOptions options, Path folder) {
        return benchmark.map(b -> b.resolve(options, folder));
    }
}
