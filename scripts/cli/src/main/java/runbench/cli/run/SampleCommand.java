package runbench.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.process.ProgramWords;
import runbench.cli.option.MeasurementOptions;
import runbench.measure.ProgramRequest;
import runbench.measure.ProgramRun;
import runbench.measure.RunOutcome;
import runbench.measure.machine.LiveScreen;
import runbench.sampler.run.Attachment;
import runbench.sampler.run.ProgramBuilder;

/** {@code runbench sample -- CMD ARGS}: runs any program under counters. */
@Command(name = "sample", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Runs any program under counters, or observes a running one, and writes the same files as for a "
                + "benchmark. Ctrl-C ends the program and keeps the measurement; a second Ctrl-C ends it "
                + "immediately. Ctrl-Z stops the program and its counters, fg continues both. The exit code is that "
                + "of the program, or 128 + the signal that ended it.",
        footerHeading = "%nExamples:%n",
        footer = {"  runbench sample -- ./solver --size 300",
                "  runbench sample --period 100us -e page-faults,task-clock -- make -j2",
                "  runbench sample -n 10 -- ./solver                   mean, median and spread of 10 runs",
                "  runbench sample -I 1s -- ./solver                   counts of each second, as perf stat -I 1000",
                "  runbench sample --delay=-1 --control fifo:ctl,ack -- ./solver   echo enable > ctl begins counting",
                "  runbench sample --live -p 4711                      a view of a running process; q ends it",
                "  runbench sample -p 4711 --for 10s --switches",
                "  runbench sample -C all --for 5s -e context-switches"})
public final class SampleCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CMD", arity = "0..*", description = "The program and its arguments, behind --.")
    private List<String> command = List.of();

    @Option(names = "--name", paramLabel = "NAME", order = 1,
            description = "Name in charts and files (default: the program's).")
    private String name;

    @Option(names = "--stdin", paramLabel = "FILE", order = 2,
            description = "Standard input of the program (default: that of runbench; empty if the program runs several "
                    + "times, as with --exact).")
    private Path stdin;

    @Mixin
    private AttachOptions attach;

    @Mixin
    private MeasurementOptions measurement;

    @Mixin
    private IntervalOptions intervals;

    @Mixin
    private RepetitionOptions repetition;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws Exception {
        Attachment attachment = attach.attachment(command, measurement.exact());
        if (command.isEmpty() && attachment == null) {
            throw RunbenchException.badInput("there is nothing to sample")
                    .remedy("write a command behind --, for example runbench sample -- ls -l; or -p PID, -t TID, "
                            + "-C all");
        }
        ProgramWords.requireStartable(command, "runbench sample --");
        MeasurementOptions.Settings settings = measurement.settings(attachment);
        boolean repeated = repetition.isGiven();
        if (repeated && attachment != null) {
            throw RunbenchException.badInput("-n repeats a program, and " + attachment.words() + " is observed")
                    .remedy("leave -n out, or name a program behind --");
        }
        // Only one run can read a pipe or a terminal, and the keys of a terminal are for the view.
        boolean ownInput = stdin == null && !command.isEmpty() && !repeated
                && !(intervals.isLive() && LiveScreen.isStandardInput());
        Path input = ownInput ? ProgramBuilder.OWN_INPUT : stdin;
        boolean emulated = settings.emulation().isPresent();
        String reruns = repeated ? "-n" : measurement.exact() ? "--exact" : null;
        ProgramRequest.Times times = new ProgramRequest.Times(attach.limit(), attach.delay(emulated),
                attach.control(reruns, emulated), intervals.interval());
        intervals.check(output, repeated, measurement.exact(), emulated);
        ProgramRequest request = new ProgramRequest(command, name, input, attachment, times, settings.sampling(),
                settings.emulation(), output.request());
        if (repeated) {
            return repetition.run(spec.commandLine(), output, String.join(" ", command),
                    observer -> to -> new ProgramRun(request.with(to), observer).run());
        }
        LiveView live = intervals.isLive() ? LiveView.of(command, attachment) : null;
        RunPresenter presenter = new RunPresenter(spec.commandLine(), output, intervals, live);
        RunOutcome outcome = new ProgramRun(request, presenter).run();
        int code = presenter.print(outcome);
        return outcome.programStatus().orElse(code);
    }
}
