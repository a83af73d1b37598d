package runbench.cli.machine;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code runbench machine}: the limits of this machine. */
@Command(name = "machine", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Measures the limits of this machine: operations per second, memory bandwidth, and the slowdown "
                + "of programs that share it.",
        subcommands = {BandwidthCommand.class, RooflineCommand.class}, footerHeading = "%nExamples:%n",
        footer = {"  runbench machine bandwidth --quick", "  runbench machine roofline"})
public final class MachineCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(),
                "no command given: one of " + String.join(", ", spec.subcommands().keySet()));
    }
}
