package runbench.cli.pas2p;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code runbench pas2p signature}: the part of a program that tells how long all of it takes. */
@Command(
        name = "signature",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "The signature of an MPI program: which occurrences of its phases tell how long all of it takes elsewhere.",
        footerHeading = "%nExample:%n",
        footer = {
            "  runbench pas2p signature build run1 -o app.sig.json",
            "  runbench pas2p signature show app.sig.json",
            "  runbench pas2p signature run app.sig.json -o measured1 -- mpirun -np 4 ./app input.txt"},
        subcommands = {
            SignatureBuildCommand.class,
            SignatureRunCommand.class,
            SignatureShowCommand.class})
public final class SignatureCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
