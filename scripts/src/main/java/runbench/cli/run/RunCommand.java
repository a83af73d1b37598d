package runbench.cli.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.catalogue.Entry;
import runbench.catalogue.Preparation;
import runbench.catalogue.Provenance;
import runbench.catalogue.ResolvedBenchmark;
import runbench.catalogue.Resolver;
import runbench.catalogue.Verification;
import runbench.cli.Terminal;
import runbench.cli.Version;
import runbench.cli.bench.CatalogueOptions;
import runbench.parser.metrics.Metric;
import runbench.sampler.emulate.CrossCheck;
import runbench.sampler.events.EventSelection;
import runbench.sampler.run.Ending;
import runbench.sampler.run.SamplingRequest;
import runbench.sampler.run.SamplingResult;

/** {@code runbench 403.gcc}: a benchmark of the catalogue under counters, verified, summarised and drawn. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs a benchmark under counters and leaves recording, CSV, gnuplot files, summary and chart in one "
                + "folder. Without a SPEC tree the open-source stand-in runs, and everything says so.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench 403.gcc",
            "  runbench 403.gcc --period 100us -e page-faults,context-switches --svg",
            "  runbench 429.mcf --spec /opt/cpu2006 --require-spec"})
public final class RunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "BENCHMARK", description = "Id or alias from 'runbench list', for example 403.gcc or gcc.")
    private String name;

    @Mixin
    private CatalogueOptions catalogue;

    @Option(names = "--keep-work", order = 9, description = "Keep the benchmark's working folder with the files it wrote.")
    private boolean keepWork;

    @Mixin
    private SamplingOptions sampling;

    @Mixin
    private EmulationOptions emulation;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws Exception {
        Instant start = Instant.now();
        Entry entry = catalogue.load().find(name);
        emulation.reject(null, sampling.count());
        EventSelection events = sampling.count().select(false);
        sampling.period(); // a period that cannot be read is said before a folder is made
        RunFolder folder = output.directory == null
                ? RunFolder.create(RunFolder.defaultResults(), entry.id(), start) : RunFolder.at(output.directory);
        RunRecord record = new RunRecord(folder.record(), Version.RUNBENCH, start).with("benchmark", entry.id())
                .with("events", sampling.count().events()).with("remarks", events.remarks()).with("period", sampling.period().toString());
        return RunLife.of(folder, record, Terminal.of(output.quiet || output.showOutput), spec.commandLine().getErr(),
                life -> run(entry, events, folder, record, life));
    }

    private int run(Entry entry, EventSelection events, RunFolder folder, RunRecord record, RunLife life) throws Exception {
        ResolvedBenchmark benchmark = Resolver.resolve(entry, catalogue.resolveOptions(folder.path()));
        record.with("label", benchmark.label()).with("run", benchmark.run()).with("command", benchmark.command())
                .with("environment", benchmark.env()).with("notes", benchmark.notes());
        record.begun();
        if (!output.quiet) {
            spec.commandLine().getErr().println("runbench: " + benchmark.label());
            benchmark.notes().forEach(n -> spec.commandLine().getErr().println("runbench:   " + n));
        }
        output.show(life, benchmark.stdout(), benchmark.stderr());
        Preparation preparation = new Preparation(benchmark);
        if (!keepWork) {
            life.atEnd(preparation::cleanUp);
        }
        List<EventSelection> plan = sampling.count().exact() ? ExactRuns.plan(events) : List.of(events);
        ExactRuns.Outcome outcome = ExactRuns.run(plan, (part, file) -> start(benchmark, request(benchmark, part, file)), folder,
                benchmark.id(), emulation.asked() ? null : benchmark.seconds(), life,
                around(benchmark, preparation, request(benchmark, events, folder.recording()), record, life));
        // Hashing a large program the first time takes as long as drawing: both at once.
        CompletableFuture<Object> provenance = CompletableFuture.supplyAsync(() -> provenance(benchmark, entry));
        return new RunEnd(folder, record, output, spec.commandLine().getOut(), spec.commandLine().getErr())
                .finish(outcome.result(), outcome.differences(), benchmark.expectedExit(), life, () -> record.with("provenance", provenance.join()));
    }

    private SampledRun.Start start(ResolvedBenchmark benchmark, SamplingRequest request) {
        if (emulation.asked()) {
            return emulation.start(request, benchmark.env());
        }
        SampledRun.Start start = SampledRun.sampled(request);
        return output.quiet ? start : Events.telling(start, request.events(), spec.commandLine().getErr());
    }

    /** Prepares each run afresh, and verifies the output of each. */
    private ExactRuns.Around around(ResolvedBenchmark benchmark, Preparation preparation, SamplingRequest request, RunRecord record,
                                    RunLife life) {
        return new ExactRuns.Around() {
            @Override
            public void before(int run) throws Exception {
                if (run > 0) {
                    preparation.cleanUp();
                }
                preparation.run(step -> tell(life.terminal(), step));
            }

            @Override
            public List<String> after(int run, SamplingResult result) throws Exception {
                emulation.crossCheck(request, benchmark.env(), life).ifPresent(check -> tell(record, check));
                if (result.ending() != Ending.COMPLETED || result.exitStatus().isEmpty()) {
                    return List.of();
                }
                Verification.Result verification = new Verification(benchmark).check(result.exitStatus().getAsInt());
                record.with(run == 0 ? "verification" : "verification_run" + (run + 1), verification);
                return verification.differences();
            }
        };
    }

    /** What cannot be read is said in the record: a measured run is not lost over its description. */
    private static Object provenance(ResolvedBenchmark benchmark, Entry entry) {
        try {
            return Provenance.of(benchmark, entry.origin());
        } catch (IOException e) {
            return Map.of("unknown", e.toString());
        }
    }

    private void tell(RunRecord record, CrossCheck check) {
        record.with("cross_check", check);
        spec.commandLine().getErr().print(check);
    }

    private void tell(Terminal terminal, String step) {
        if (terminal.visible()) {
            spec.commandLine().getErr().println("runbench:   " + step);
        }
    }

    private SamplingRequest request(ResolvedBenchmark benchmark, EventSelection events, Path recording) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(benchmark.env());
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("benchmark", benchmark.id());
        meta.put("label", benchmark.label());
        meta.put("suite", benchmark.suite());
        meta.put("run", benchmark.run());
        meta.put("not_spec", benchmark.notSpec());
        meta.put("runbench", Version.RUNBENCH);
        meta.put("metrics", sampling.count().metrics().stream().map(Metric::name).toList());
        return sampling.apply(SamplingRequest.of(benchmark.command(), recording.toAbsolutePath(), events),
                        benchmark.timeout().multipliedBy(emulation.slowdown()))
                .environment(environment).directory(benchmark.workingDir())
                .stdin(benchmark.stdin()).stdout(benchmark.stdout()).stderr(benchmark.stderr()).meta(meta).build();
    }
}
