package runbench.cli.pas2p;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code runbench pas2p}: phases of message-passing programs. */
@Command(
        name = "pas2p",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Phases of MPI programs: trace one without changing it, find what repeats, compare runs, predict them elsewhere.",
        footerHeading = "%nExample:%n",
        footer = {
            "  runbench pas2p trace -o run1 -- mpirun -np 4 ./app",
            "  runbench pas2p analyze run1",
            "  runbench pas2p compare run1 run2",
            "  runbench pas2p export run1 --to perfetto     open the file in ui.perfetto.dev"},
        subcommands = {
            TraceCommand.class,
            AnalyzeCommand.class,
            CompareCommand.class,
            ExportCommand.class,
            CompressCommand.class,
            ImportCommand.class,
            GenerateCommand.class,
            SignatureCommand.class,
            PredictCommand.class,
            StudyCommand.class})
public final class Pas2pCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
