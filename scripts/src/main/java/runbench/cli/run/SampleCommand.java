package runbench.cli.run;

import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.cli.Terminal;
import runbench.cli.Version;
import runbench.parser.metrics.Metric;
import runbench.sampler.events.EventSelection;
import runbench.sampler.run.SamplingRequest;
import runbench.sampler.run.SamplingResult;

/** {@code runbench sample -- CMD ARGS}: any program under counters. */
@Command(
        name = "sample",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs any program under counters, with the same files as a benchmark.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench sample -- ./solver --size 300", "  runbench sample --period 100us -e page-faults,task-clock -- make -j2"})
public final class SampleCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CMD", arity = "1..*", description = "The program and its arguments, behind --.")
    private List<String> command;

    @Option(names = "--name", paramLabel = "NAME", order = 1, description = "Name in charts and files (default: the program's).")
    private String name;

    @Option(names = "--stdin", paramLabel = "FILE", order = 2, description = "Standard input of the program (default: empty).")
    private Path stdin;

    @Mixin
    private SamplingOptions sampling;

    @Mixin
    private EmulationOptions emulation;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws Exception {
        Instant start = Instant.now();
        EventSelection events = sampling.select();
        String program = command.get(0);
        String title = name == null ? program.substring(program.lastIndexOf('/') + 1) : name;
        RunFolder folder = output.directory == null
                ? RunFolder.create(RunFolder.defaultResults(), RunFolder.safe(title), start) : RunFolder.at(output.directory);
        RunRecord record = new RunRecord(folder.record(), Version.RUNBENCH, start)
                .with("benchmark", title).with("command", command).with("events", sampling.events())
                .with("period", sampling.period().toString());
        record.begun();
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("benchmark", title);
        meta.put("label", String.join(" ", command));
        meta.put("runbench", Version.RUNBENCH);
        meta.put("metrics", sampling.metrics().stream().map(Metric::name).toList());
        SamplingRequest request = sampling.apply(SamplingRequest.of(command, folder.recording(), events), null)
                .stdin(stdin).stdout(folder.benchmarkOut()).stderr(folder.benchmarkErr()).meta(meta).build();
        if (!output.quiet) {
            Events.tellRemarks(events, spec.commandLine().getErr());
        }
        Terminal terminal = Terminal.of(output.quiet);
        try {
            SampledRun.Start how = emulation.asked() ? emulation.start(request, Map.of()) : SampledRun.sampled(request);
            SamplingResult result = SampledRun.run(how, title, null, terminal);
            emulation.crossCheck(request, Map.of(), terminal).ifPresent(check -> {
                record.with("cross_check", check);
                spec.commandLine().getErr().print(check);
            });
            return new RunEnd(folder, record, output, spec.commandLine().getOut(), spec.commandLine().getErr())
                    .finish(result, List.of(), 0, terminal, () -> { });
        } catch (RuntimeException e) {
            record.ended("failed", e.getMessage());
            throw e;
        }
    }
}
