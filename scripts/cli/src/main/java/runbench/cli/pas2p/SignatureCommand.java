package runbench.cli.pas2p;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption;
import runbench.pas2p.checkpoint.CheckpointFiles;
import runbench.pas2p.checkpoint.CheckpointSignature;
import runbench.pas2p.signature.Signature;
import runbench.pas2p.signature.SignatureFiles;
import runbench.report.text.SignatureText.CheckpointText;
import runbench.report.text.SignatureText;

/** {@code runbench pas2p signature}: builds and measures signatures. */
@Command(name = "signature", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Builds and measures signatures, which predict the run time of a program.",
                "A signature holds a few occurrences of phases. Build it from a trace, measure it on another "
                        + "machine (run), and predict the run time with runbench pas2p predict."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p signature build run1 -o app.sig.json",
                "  runbench pas2p signature show app.sig.json",
                "  runbench pas2p signature run app.sig.json -o there -- mpirun -np 4 ./app"},
        subcommands = {SignatureBuildCommand.class, SignatureRunCommand.class, SignatureCheckpointCommand.class,
                SignatureRestoreCommand.class, SignatureCommand.SignatureShowCommand.class})
public final class SignatureCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** {@code runbench pas2p signature show}: shows a signature. */
    @Command(name = "show", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Shows a signature: program, run, phases, and selected occurrences.",
                    "Also the part of the program that must run; of a checkpoint signature, the copies and their "
                            + "requirements."},
            footerHeading = "%nExample:%n",
            footer = {"  runbench pas2p signature show app.sig.json", "  runbench pas2p signature show copies"})
    public static final class SignatureShowCommand implements Callable<Integer> {
        @Parameters(paramLabel = "SIG",
                description = "File that runbench pas2p signature build wrote, or directory of signature checkpoint.")
        private Path file;

        @Mixin
        private JsonOption printed;

        @Override
        public Integer call() {
            if (CheckpointFiles.isOne(file)) {
                CheckpointSignature checkpoints = CheckpointFiles.read(file);
                printed.print(OutputFormat.CHECKPOINT_SIGNATURE, () -> CheckpointFiles.json(checkpoints),
                        text -> CheckpointText.print(text, checkpoints, file));
                return 0;
            }
            Signature signature = SignatureFiles.signature(file);
            printed.print(OutputFormat.SIGNATURE, () -> SignatureFiles.json(signature),
                    text -> SignatureText.print(text, signature));
            return 0;
        }
    }
}
