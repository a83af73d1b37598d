package runbench.cli.pas2p;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code runbench pas2p signature}: the part of a program that tells how long all of it takes. */
@Command(name = "signature", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Few occurrences of phases that tell how long all of a program takes elsewhere.",
                "Build it from a trace, measure it where you want to know (run), and let runbench pas2p predict tell."},
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
