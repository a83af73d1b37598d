package runbench.cli.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.pas2p.ProgramOptions.CriuOption;
import runbench.measure.machine.SignalHandlers;
import runbench.pas2p.checkpoint.CheckpointRun;
import runbench.pas2p.signature.SignatureFiles;
import runbench.report.text.SignatureText.MeasuredSignatureText;
import runbench.sampler.run.SamplingPeriod;

/** {@code runbench pas2p signature restore}: measures phases from copies of the processes. */
@Command(name = "restore", mixinStandardHelpOptions = true, sortOptions = false, abbreviateSynopsis = true,
        description = {"Measures a checkpoint signature: each phase from its copy.",
                "For each phase, restores the processes in namespaces of their own, runs the warm-up and the "
                        + "measured occurrences, and stops the processes. Needs root, CRIU 4 or newer, and "
                        + "unchanged files of the processes; files that they write do not replace yours."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p signature restore copies -o there", "", "Then: runbench pas2p predict there"})
public final class SignatureRestoreCommand implements Callable<Integer> {
    @Parameters(paramLabel = "CHECKPOINTS", description = "The copies, from runbench pas2p signature checkpoint.")
    private Path folder;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", required = true, order = 1,
            description = "Directory for the measurement; created if missing, otherwise empty.")
    private Path output;

    @Option(names = "--force", order = 2,
            description = "Try even if files differ or this processor lacks a feature; the result says so.")
    private boolean force;

    @Option(names = "--unbound", order = 3,
            description = "Let ranks run on all processors of this command, instead of those that they were bound to.")
    private boolean unbound;

    @Option(names = "--timeout", paramLabel = "TIME", order = 6,
            description = "Stop the processes of a phase after this time. Default: 10min.")
    private String timeout;

    @Mixin
    private CriuOption criu;

    @Mixin
    private PrintedOptions printed;

    @Override
    public Integer call() throws IOException {
        Duration longest = timeout == null ? null : SamplingPeriod.duration("--timeout", timeout);
        CheckpointRun.Outcome outcome;
        try (SignalHandlers handlers = SignalHandlers.interrupting()) {
            outcome = CheckpointRun.run(new CheckpointRun.Request(folder, output, criu.path(), unbound, force, longest),
                    printed.terminal());
        }
        printed.print(OutputFormat.MEASURED_SIGNATURE, () -> SignatureFiles.json(outcome.measured()),
                out -> MeasuredSignatureText.print(out, outcome.measured(), output));
        if (outcome.failure() != null) {
            throw outcome.failure();
        }
        return 0;
    }
}
