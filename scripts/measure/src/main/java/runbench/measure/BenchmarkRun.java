package runbench.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import runbench.base.home.ProductVersion;
import runbench.catalogue.Entry;
import runbench.catalogue.Preparation;
import runbench.catalogue.Provenance;
import runbench.catalogue.ResolvedBenchmark;
import runbench.catalogue.Resolver;
import runbench.catalogue.Verification;
import runbench.parser.check.CheckMark;
import runbench.sampler.emulate.CrossCheck;
import runbench.sampler.environment.MachineState;
import runbench.sampler.events.EventSelection;
import runbench.sampler.run.SamplingResult.Ending;
import runbench.sampler.run.SamplingRequest;
import runbench.sampler.run.SamplingResult;

/** Measures a benchmark of the catalogue: resolves, prepares, runs, verifies and analyses it. */
public final class BenchmarkRun {
    private final BenchmarkRequest request;
    private final RunObserver observer;

    public BenchmarkRun(BenchmarkRequest request, RunObserver observer) {
        this.request = request;
        this.observer = observer;
    }

    /**
     * Runs the benchmark and writes all output files.
     *
     * @return the outcome, also of a failed run: everything measured is kept
     * @throws runbench.base.error.RunbenchException the program was never started
     */
    public RunOutcome run() throws Exception {
        Instant start = Instant.now();
        CompletableFuture<MachineState> state = RunSurroundings.begin();
        Entry entry = request.entry();
        SamplingSettings sampling = request.sampling();
        EventSelection events = sampling.events().select(false);
        return RunLife.run(state, () -> request.output().folder(entry.id(), start),
                folder -> new RunRecord(folder.record(), start).with("benchmark", entry.id())
                        .with("events", sampling.events().list())
                        .with("remarks", events.remarks())
                        .with("period", sampling.period().toString())
                        .with("place", sampling.placement().isBound() ? sampling.placement().facts() : null),
                observer, life -> run(events, life.folder(), life.record(), life));
    }

    private RunOutcome run(EventSelection events, RunFolder folder, RunRecord record, RunLife life) throws Exception {
        ResolvedBenchmark benchmark = Resolver.resolve(request.entry(),
                request.resolve().in(folder.path()).emulated(request.emulation().isPresent()));
        record.with("label", benchmark.label())
                .with("run", benchmark.run())
                .with("command", benchmark.command())
                .with("environment", benchmark.env())
                .with("notes", benchmark.notes());
        record.begun();
        observer.resolved(benchmark);
        request.output().follow(life, benchmark.stdout(), benchmark.stderr());
        Preparation preparation = new Preparation(benchmark);
        if (!request.keepWork()) {
            life.atEnd(preparation::cleanUp);
        }
        ExactRuns.Outcome outcome = ExactRuns.run(request.sampling().events().plan(events),
                (part, file) -> start(benchmark, sampling(benchmark, part, file, life)), folder, benchmark.id(),
                request.emulation().isPresent() ? null : benchmark.seconds(), life,
                around(benchmark, preparation, sampling(benchmark, events, folder.recording(), life), record, life));
        // Hashing a large program for the first time takes as long as drawing the chart, so both run in parallel.
        CompletableFuture<Object> provenance = CompletableFuture
                .supplyAsync(() -> provenance(benchmark, request.entry()));
        RunOutcome end = new RunEnd(folder, record, request.output(), observer.progress()).finish(outcome.result(),
                outcome.differences(), benchmark.expectedExit(), life,
                () -> record.with("provenance", provenance.join()));
        ForkHistory.of(history(benchmark)).keep(end.summary());
        return end;
    }

    /**
     * Returns the command by which the fork history finds this benchmark; the label, because the folder differs from
     * run to run.
     */
    private static List<String> history(ResolvedBenchmark benchmark) {
        return List.of(benchmark.id(), benchmark.label(), benchmark.run());
    }

    private SampledRun.Start start(ResolvedBenchmark benchmark, SamplingRequest r) {
        return request.emulation().map(e -> e.start(r, benchmark.env())).orElseGet(() -> SampledRun.sampled(r));
    }

    /** Prepares the benchmark before each run and verifies its output afterwards. */
    private ExactRuns.Around around(ResolvedBenchmark benchmark, Preparation preparation, SamplingRequest whole,
            RunRecord record, RunLife life) {
        return new ExactRuns.Around() {
            @Override
            public void before(int run) throws Exception {
                if (run > 0) {
                    preparation.cleanUp();
                }
                preparation.run(observer::preparing);
            }

            @Override
            public List<String> after(int run, SamplingResult result) throws Exception {
                crossCheck(whole, benchmark, life).ifPresent(check -> {
                    record.with("cross_check", check);
                    observer.crossChecked(check);
                });
                if (result.ending() != Ending.COMPLETED || result.exitStatus().isEmpty()) {
                    return List.of();
                }
                Verification.Result verification = new Verification(benchmark).check(result.exitStatus().getAsInt());
                record.with(run == 0 ? "verification" : "verification_run" + (run + 1), verification);
                return verification.differences();
            }
        };
    }

    private Optional<CrossCheck> crossCheck(SamplingRequest whole, ResolvedBenchmark benchmark, RunLife life)
            throws IOException {
        return request.emulation().isPresent() ? request.emulation().get().crossCheck(whole, benchmark.env(), life)
                : Optional.empty();
    }

    /**
     * Returns the provenance, or a note if it cannot be read: a measured run is not lost because of its description.
     */
    private static Object provenance(ResolvedBenchmark benchmark, Entry entry) {
        try {
            return Provenance.of(benchmark, entry.origin());
        } catch (IOException e) {
            return Map.of("unknown", e.toString());
        }
    }

    private SamplingRequest sampling(ResolvedBenchmark benchmark, EventSelection events, Path recording, RunLife life) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(benchmark.env());
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("benchmark", benchmark.id());
        meta.put("label", benchmark.label());
        meta.put("suite", benchmark.suite());
        meta.put("run", benchmark.run());
        meta.put("not_spec", benchmark.notSpec());
        meta.put("runbench", ProductVersion.RUNBENCH);
        meta.put("metrics", request.sampling().events().metricNames());
        meta.put(CheckMark.KEY, request.sampling().events().checks());
        meta.putAll(life.surroundings().meta());
        return request.sampling()
                .apply(SamplingRequest.of(benchmark.command(), recording.toAbsolutePath(), events),
                        benchmark.timeout()
                                .multipliedBy(request.emulation().isPresent() ? EmulationSettings.SLOWDOWN : 1))
                .scope(ForkHistory.of(history(benchmark)).request(request.sampling().scope()))
                .environment(LoggedRun.environment(environment, recording))
                .directory(benchmark.workingDir())
                .stdin(benchmark.stdin())
                .stdout(benchmark.stdout())
                .stderr(benchmark.stderr())
                .meta(meta)
                .build();
    }
}
