package runbench.cli.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import runbench.base.home.ProjectHome;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.pas2p.ProgramOptions.CriuOption;
import runbench.cli.pas2p.ProgramOptions.SignedProgram;
import runbench.measure.machine.SignalHandlers;
import runbench.pas2p.checkpoint.CheckpointBuild;
import runbench.pas2p.checkpoint.CheckpointFiles;
import runbench.pas2p.checkpoint.CheckpointSignature;
import runbench.report.text.SignatureText.CheckpointText;

/** {@code runbench pas2p signature checkpoint}: copies a program's processes before its phases. */
@Command(name = "checkpoint", mixinStandardHelpOptions = true, sortOptions = false,
        customSynopsis = "runbench pas2p signature checkpoint SIG -o DIR [OPTIONS] -- COMMAND",
        description = {"Runs a program, and copies its processes before each phase.",
                "Phases can be measured repeatedly from the copies, without running the program up to them "
                        + "(runbench pas2p signature restore). Needs root and CRIU 4 or newer; all ranks must run "
                        + "on this host. The program is stopped after the last copy."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p signature checkpoint sig.json -o copies -- mpirun -np 4 ./app",
                "  runbench pas2p signature restore copies -o there", "  runbench pas2p predict there"})
public final class SignatureCheckpointCommand implements Callable<Integer> {
    @Mixin
    private SignedProgram program;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", required = true, order = 1,
            description = "Directory for the copies; created if missing, otherwise empty.")
    private Path output;

    @Option(names = "--occurrences", paramLabel = "N", defaultValue = "30", order = 2,
            description = "Number of occurrences of each phase to measure after its copy. Default: ${DEFAULT-VALUE}.")
    private int occurrences;

    @Option(names = "--warm-up", paramLabel = "N", defaultValue = "2", order = 3,
            description = "Occurrences between a copy and the first measured one: restored processes have cold "
                    + "caches and pages. Default: ${DEFAULT-VALUE}.")
    private int warmUp;

    @Mixin
    private CriuOption criu;

    @Mixin
    private PrintedOptions printed;

    @Override
    public Integer call() throws IOException {
        CheckpointSignature made;
        try (SignalHandlers handlers = SignalHandlers.interrupting()) {
            made = CheckpointBuild.run(
                    new CheckpointBuild.Request(ProjectHome.folder(), program.file(), program.command(), output,
                            program.mpi(), criu.path(), occurrences, warmUp, program.force(), program.timeout()),
                    printed.terminal());
        }
        printed.print(OutputFormat.CHECKPOINT_SIGNATURE, () -> CheckpointFiles.json(made),
                out -> CheckpointText.print(out, made, output));
        return 0;
    }
}
