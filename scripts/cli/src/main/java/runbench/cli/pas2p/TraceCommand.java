package runbench.cli.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.pas2p.ProgramOptions.MpiOption;
import runbench.measure.machine.SignalHandlers;
import runbench.measure.pas2p.ProgramTrace;
import runbench.parser.metrics.SavedSets;
import runbench.pas2p.session.TracedRun;
import runbench.report.text.PhaseText.TraceText;

/** {@code runbench pas2p trace}: runs an unmodified MPI program and traces its messages. */
@Command(name = "trace", mixinStandardHelpOptions = true, sortOptions = false,
        customSynopsis = "runbench pas2p trace [OPTIONS] [--] LAUNCHER [ARG...] PROGRAM [ARG...]",
        description = "Runs an unmodified MPI program, and writes one trace file per rank.",
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p trace -o run1 -- mpirun -np 4 ./app input.txt",
                "  runbench pas2p trace -o run1 --events page-faults -- mpirun -np 4 ./app", "",
                "On several nodes DIR is on a shared file system; or each node has its own",
                "DIR, and runbench pas2p analyze reads all of them."})
public final class TraceCommand implements Callable<Integer> {
    @Parameters(paramLabel = "COMMAND", arity = "1..*",
            description = "The command that starts the program; options of runbench precede it.")
    private List<String> command;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 1,
            description = "Directory for the trace (default: ./trace-<UTC time>). It must not hold another trace.")
    private Path output;

    @Mixin
    private MpiOption mpi;

    @Option(names = {"-e", "--events"}, paramLabel = "LIST", order = 4,
            description = "Count these events outside MPI, per rank (at most six; names as for runbench run -e).")
    private String events;

    @Mixin
    private PrintedOptions printed;

    /** Arguments behind the launcher belong to it: "trace -o run1 mpirun -np 4 ./app" needs no "--". */
    @Spec
    void spec(CommandSpec own) {
        own.parser().stopAtPositional(true);
    }

    @Override
    public Integer call() throws IOException {
        TracedRun run;
        try (SignalHandlers handlers = SignalHandlers.interrupting()) {
            run = ProgramTrace.run(new ProgramTrace.Request(command, output, mpi.name(),
                    SavedSets.ofUser().expand(SavedSets.Kind.EVENTS, events)), printed.terminal());
        }
        printed.print(OutputFormat.TRACED_RUN, run::fields, out -> TraceText.print(run, out));
        if (run.failure().isPresent()) {
            throw run.failure().get();
        }
        return 0;
    }
}
