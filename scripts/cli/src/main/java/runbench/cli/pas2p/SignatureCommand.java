package runbench.cli.pas2p;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
                SignatureRestoreCommand.class, SignatureShowCommand.class})
public final class SignatureCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
