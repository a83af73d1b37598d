package runbench.measure.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.process.ProgramWords;
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
import runbench.parser.metrics.Metric;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.events.EventSelection.EventSum;
import runbench.sampler.events.EventSelection.NotCounted;

/**
 * Runs the two sides of a comparison. A side is a program with arguments, or a benchmark of the catalogue with an
 * optional second word that names one of its runs.
 *
 * @param sampling events, period and scope
 * @param emulation settings of emulated runs; empty: hardware counters
 * @param catalogue returns the catalogue of benchmarks; called several times
 * @param resolve options that select run and size of benchmarks
 * @param around shell commands around the runs
 */
public record ComparedPrograms(SamplingSettings sampling, Optional<EmulationSettings> emulation,
        Supplier<Catalogue> catalogue, ResolveOptions resolve, AroundRuns around, RunObserver observer) {
    private static final Set<String> TIMES = Set.of("wall_s", "cpu_s", "run_s");

    /**
     * Checks, before any run, that the runs measure the primary quantity.
     *
     * @param primary name of the quantity; null: the rule chooses a time
     * @throws RunbenchException (bad input) no run measures it, or it is the time of an emulator
     */
    public void requireComparable(String primary) {
        if (emulation.isPresent() && (primary == null || TIMES.contains(primary))) {
            throw RunbenchException
                    .badInput("--emulate counts along instructions: " + (primary == null ? "a time" : primary)
                            + " would be the emulator's")
                    .remedy("name what decides: --primary L1D_ALL_REF, or instructions");
        }
        if (emulation.isEmpty() && primary != null && !TIMES.contains(primary)) {
            requireCounted(primary, sampling.events().select(false), sampling.events().metrics());
        }
    }

    /** Checks that an event or metric is among those that each run counts. */
    static void requireCounted(String primary, EventSelection events, List<Metric> metrics) {
        for (NotCounted missing : events.notCounted()) {
            if (missing.name().equals(primary)) {
                throw RunbenchException.badInput(primary + " cannot decide: it is not counted: " + missing.reason())
                        .remedy(missing.remedy());
            }
        }
        List<String> known = Stream
                .of(TIMES.stream().sorted(), events.events().stream().map(Event::name),
                        events.sums().stream().map(EventSum::name), metrics.stream().map(Metric::name))
                .flatMap(s -> s)
                .toList();
        if (!known.contains(primary)) {
            String near = NearestNames.didYouMean(primary, known);
            throw RunbenchException.badInput("--primary " + primary + ": the runs do not measure it")
                    .remedy((near.isEmpty() ? "" : near + " ") + "they measure " + String.join(", ", known)
                            + "; add an event with -e, or a metric with --metrics");
        }
    }

    /**
     * Runs one side once.
     *
     * @param words benchmark id with an optional run, or program and arguments
     */
    public RunOutcome run(List<String> words, Path to) throws Exception {
        OutputRequest output = OutputRequest.ofComparedRun(to);
        Optional<Entry> benchmark = benchmark(words);
        if (benchmark.isEmpty()) {
            return new ProgramRun(new ProgramRequest(words, null, null, null, ProgramRequest.Times.WHOLE, sampling,
                    emulation, output), observer).run();
        }
        ResolveOptions named = new ResolveOptions(resolve.specTree(), resolve.requireSpec(),
                words.size() > 1 ? words.get(1) : null, resolve.projectHome(), resolve.cacheDir(), resolve.resultDir());
        return new BenchmarkRun(new BenchmarkRequest(benchmark.get(), named, false, sampling, emulation, output),
                observer).run();
    }

    /**
     * Returns the benchmark with this id or alias. Parts of an id do not match: gcc is a program. The path of a file is
     * a program too, for which the catalogue is not read.
     */
    private Optional<Entry> benchmark(List<String> words) {
        if (words.get(0).contains("/") && Files.exists(Path.of(words.get(0)))) {
            return Optional.empty();
        }
        return catalogue.get()
                .entries()
                .stream()
                .filter(e -> e.id().equals(words.get(0)) || e.aliases().contains(words.get(0)))
                .findFirst();
    }

    /**
     * Checks the words of a side. Reasons that prevent a run on this machine are reported by the first run.
     *
     * @throws RunbenchException (bad input) the words name neither a program nor a benchmark
     */
    public void require(List<String> words) {
        if (benchmark(words).isEmpty()) {
            ProgramWords.requireStartable(words, "runbench compare -n 10 -- ... --");
        }
        if (benchmark(words).isPresent() && words.size() > 2) {
            throw RunbenchException
                    .badInput("a benchmark has no arguments but the name of a run: " + String.join(" ", words))
                    .remedy("'runbench show " + words.get(0) + "' lists its runs: -- " + words.get(0) + " RUN");
        }
    }
}
