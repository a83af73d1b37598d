package runbench.measure.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import runbench.base.error.RunbenchException;
import runbench.catalogue.Catalogue;
import runbench.catalogue.Entry;
import runbench.catalogue.ResolveOptions;
import runbench.measure.BenchmarkRequest;
import runbench.measure.BenchmarkRun;
import runbench.measure.EmulationSettings;
import runbench.measure.OutputRequest;
import runbench.measure.ProgramRequest;
import runbench.measure.ProgramRun;
import runbench.measure.RunObserver;
import runbench.measure.RunOutcome;
import runbench.measure.SamplingSettings;

/**
 * How the two sides of a comparison are run: a program with its arguments, or a benchmark of the catalogue, of which
 * the second word names another run than the default one.
 *
 * @param emulation instead of the hardware; empty for the hardware
 * @param resolve of benchmarks
 */
public record ComparedPrograms(SamplingSettings sampling, Optional<EmulationSettings> emulation, Catalogue catalogue,
        ResolveOptions resolve, RunObserver observer) {
    /** Runs one side once. @param words id of a benchmark, or a program */
    RunOutcome run(List<String> words, Path to) throws Exception {
        OutputRequest output = new OutputRequest(to, false, false, false, null, null);
        Optional<Entry> benchmark = benchmark(words);
        if (benchmark.isEmpty()) {
            return new ProgramRun(new ProgramRequest(words, null, null, null, null, sampling, emulation, output),
                    observer).run();
        }
        ResolveOptions named = new ResolveOptions(resolve.specTree(), resolve.requireSpec(),
                words.size() > 1 ? words.get(1) : null, resolve.projectHome(), resolve.cacheDir(), resolve.resultDir());
        return new BenchmarkRun(new BenchmarkRequest(benchmark.get(), named, false, sampling, emulation, output),
                observer).run();
    }

    /** Only by its whole id or alias: gcc is a program. */
    private Optional<Entry> benchmark(List<String> words) {
        return catalogue.entries()
                .stream()
                .filter(e -> e.id().equals(words.get(0)) || e.aliases().contains(words.get(0)))
                .findFirst();
    }

    /** @throws RunbenchException (bad input) where a side is neither; what cannot run here is said by its first run */
    public void require(List<String> words) {
        if (benchmark(words).isPresent() && words.size() > 2) {
            throw RunbenchException
                    .badInput("a benchmark has no arguments but the name of a run: " + String.join(" ", words))
                    .remedy("'runbench show " + words.get(0) + "' lists its runs: -- " + words.get(0) + " RUN");
        }
    }
}
