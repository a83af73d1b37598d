package runbench.cli.run;

import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.cli.Terminal;
import runbench.cli.Version;
import runbench.base.error.RunbenchException;
import runbench.parser.metrics.Metric;
import runbench.parser.export.Exports;
import runbench.sampler.events.EventSelection;
import runbench.sampler.run.Attachment;
import runbench.sampler.run.SamplingRequest;

/** {@code runbench sample -- CMD ARGS}: any program under counters. */
@Command(
        name = "sample",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs any program under counters, or observes one that runs already, with the same files as a benchmark. Ctrl-C ends it "
                + "and keeps what was measured, a second one at once; Ctrl-Z stops and fg continues the program and its counters together.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench sample -- ./solver --size 300", "  runbench sample --period 100us -e page-faults,task-clock -- make -j2",
            "  runbench sample -p 4711 --for 10s --switches",
            "  runbench sample -C all --for 5s -e context-switches"})
public final class SampleCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CMD", arity = "0..*", description = "The program and its arguments, behind --.")
    private List<String> command = List.of();

    @Option(names = "--name", paramLabel = "NAME", order = 1, description = "Name in charts and files (default: the program's).")
    private String name;

    @Option(names = "--stdin", paramLabel = "FILE", order = 2, description = "Standard input of the program (default: empty).")
    private Path stdin;

    @Mixin
    private AttachOptions attach;

    @Mixin
    private SamplingOptions sampling;

    @Mixin
    private EmulationOptions emulation;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws Exception {
        Instant start = Instant.now();
        Attachment attachment = attach.attachment(command, sampling.count().exact());
        if (command.isEmpty() && attachment == null) {
            throw RunbenchException.badInput("there is nothing to sample")
                    .remedy("write a command behind --, for example runbench sample -- ls -l; or -p PID, -t TID, -C all");
        }
        emulation.reject(attachment, sampling.count());
        EventSelection events = sampling.count().select(attachment != null && attachment.to() == Attachment.To.CPUS);
        String program = command.isEmpty() ? attachment.words() : command.get(0);
        String title = name == null ? program.substring(program.lastIndexOf('/') + 1).replace(' ', '-') : name;
        RunFolder folder = output.directory == null
                ? RunFolder.create(RunFolder.defaultResults(), Exports.fileName(title), start) : RunFolder.at(output.directory);
        RunRecord record = new RunRecord(folder.record(), Version.RUNBENCH, start)
                .with("benchmark", title).with("command", command).with("events", sampling.count().events()).with("remarks", events.remarks())
                .with("period", sampling.period().toString());
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("benchmark", title);
        meta.put("label", label(attachment));
        meta.put("runbench", Version.RUNBENCH);
        meta.put("metrics", sampling.count().metrics().stream().map(Metric::name).toList());
        BiFunction<EventSelection, Path, SamplingRequest> request = (part, file) ->
                sampling.apply(SamplingRequest.of(command, file, part), attach.limit())
                        .stdin(stdin).stdout(folder.benchmarkOut()).stderr(folder.benchmarkErr()).meta(meta)
                        .attachment(attachment).build();
        return RunLife.of(folder, record, Terminal.of(output.quiet || output.showOutput), spec.commandLine().getErr(), life -> {
            output.show(life, folder.benchmarkOut(), folder.benchmarkErr());
            ExactRuns.Outcome outcome = ExactRuns.run(sampling.count().exact() ? ExactRuns.plan(events) : List.of(events),
                    (part, file) -> start(request.apply(part, file)), folder, title, null, life, ExactRuns.NOTHING_AROUND);
            emulation.crossCheck(request.apply(events, folder.recording()), Map.of(), life).ifPresent(check -> {
                record.with("cross_check", check);
                spec.commandLine().getErr().print(check);
            });
            return new RunEnd(folder, record, output, spec.commandLine().getOut(), spec.commandLine().getErr())
                    .finish(outcome.result(), List.of(), command.isEmpty() ? RunEnd.NO_STATUS : 0, life, () -> { });
        });
    }

    private SampledRun.Start start(SamplingRequest request) {
        if (emulation.asked()) {
            return emulation.start(request, Map.of());
        }
        SampledRun.Start start = SampledRun.sampled(request);
        return output.quiet ? start : Events.telling(start, request.events(), spec.commandLine().getErr());
    }

    private String label(Attachment attachment) {
        String words = String.join(" ", command);
        return attachment == null ? words : "observed: " + attachment.words() + (words.isEmpty() ? "" : " while running " + words);
    }
}
