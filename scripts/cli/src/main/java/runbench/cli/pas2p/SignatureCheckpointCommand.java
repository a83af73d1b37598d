package runbench.cli.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.base.home.ProjectHome;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.pas2p.ProgramOptions.CriuOption;
import runbench.cli.pas2p.ProgramOptions.MpiOption;
import runbench.measure.machine.SignalHandlers;
import runbench.pas2p.checkpoint.CheckpointBuild;
import runbench.pas2p.checkpoint.CheckpointFiles;
import runbench.pas2p.checkpoint.CheckpointSignature;
import runbench.report.text.SignatureText.CheckpointText;
import runbench.sampler.run.SamplingPeriod;

/** {@code runbench pas2p signature checkpoint}: copies a program's processes before its phases. */
@Command(name = "checkpoint", mixinStandardHelpOptions = true, sortOptions = false,
        customSynopsis = "runbench pas2p signature checkpoint SIG -o CHECKPOINTS [OPTIONS] -- LAUNCHER PROGRAM",
        description = {"Runs a program, and copies its processes before each phase.",
                "Phases can be measured repeatedly from the copies, without running the program up to them "
                        + "(runbench pas2p signature restore). Needs root and CRIU 4 or newer; all ranks must run "
                        + "on this " + "host. The program is stopped after the last copy."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p signature checkpoint sig.json -o copies -- mpirun -np 4 ./app",
                "  runbench pas2p signature restore copies -o there", "  runbench pas2p predict there"})
public final class SignatureCheckpointCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SIG", index = "0", description = "The signature, from runbench pas2p signature build.")
    private Path file;

    @Parameters(paramLabel = "COMMAND", index = "1..*", arity = "1..*",
            description = "The command that starts the program, behind \"--\".")
    private List<String> command;

    @Option(names = {"-o", "--output"}, paramLabel = "CHECKPOINTS", required = true, order = 1,
            description = "Directory for the copies; created if missing, otherwise empty.")
    private Path output;

    @Option(names = "--occurrences", paramLabel = "N", defaultValue = "30", order = 2,
            description = "Number of occurrences of each phase to measure after its copy. Default: ${DEFAULT-VALUE}.")
    private int occurrences;

    @Option(names = "--warm-up", paramLabel = "N", defaultValue = "2", order = 3,
            description = "Occurrences between a copy and the first measured one: restored processes have cold "
                    + "caches and " + "pages. Default: ${DEFAULT-VALUE}.")
    private int warmUp;

    @Option(names = "--force", order = 4,
            description = "Copy even if program, libraries, input or MPI differ from the traced ones; the result "
                    + "says so.")
    private boolean force;

    @Mixin
    private MpiOption mpi;

    @Option(names = "--timeout", paramLabel = "TIME", order = 6, description = "End the program after this time.")
    private String timeout;

    @Mixin
    private CriuOption criu;

    @Mixin
    private PrintedOptions printed;

    @Override
    public Integer call() throws IOException {
        Duration longest = timeout == null ? null : SamplingPeriod.duration("--timeout", timeout);
        CheckpointSignature made;
        try (SignalHandlers handlers = SignalHandlers.interrupting()) {
            made = CheckpointBuild.run(new CheckpointBuild.Request(ProjectHome.folder(), file, command, output,
                    mpi.name(), criu.path(), occurrences, warmUp, force, longest), printed.terminal());
        }
        printed.print(OutputFormat.CHECKPOINT_SIGNATURE, () -> CheckpointFiles.json(made),
                out -> CheckpointText.print(out, made, output));
        return 0;
    }
}
