package runbench.cli.pas2p;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import runbench.cli.pas2p.TraceFileCommands.CompressCommand;
import runbench.cli.pas2p.TraceFileCommands.ExportCommand;
import runbench.cli.pas2p.TraceFileCommands.ImportCommand;

/** {@code runbench pas2p}: phases of message-passing programs. */
@Command(name = "pas2p", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Phases of MPI programs: repetition, efficiency, and prediction of run times on other machines.",
        "Traces an unmodified program and analyses the trace. A signature holds a few occurrences of the phases; "
                + "measuring them"
                + " on another machine takes seconds and predicts the run time of the whole program there."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p trace -o run1 -- mpirun -np 4 ./app", "  runbench pas2p analyze run1",
                "  runbench pas2p compare run1 run2", "  runbench pas2p signature build run1 -o app.sig.json",
                "  runbench pas2p signature run app.sig.json -o there -- mpirun -np 4 ./app",
                "  runbench pas2p predict there"},
        subcommands = {TraceCommand.class, AnalyzeCommand.class, CompareCommand.class, SignatureCommand.class,
                PredictCommand.class, StudyCommand.class, EvaluateCommand.class, ExportCommand.class,
                ImportCommand.class, CompressCommand.class})
public final class Pas2pCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
