package runbench.cli.sync.simulate;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code runbench sync simulate}: simulations beyond the size of test beds. */
@Command(name = "simulate", mixinStandardHelpOptions = true,
        description = "Simulates hours of wander, or a thousand nodes.", footerHeading = "%nExample:%n",
        footer = {"  runbench sync simulate drift --hours 12", "  runbench sync simulate scale --nodes 1024"},
        subcommands = {SimulateDriftCommand.class, SimulateScaleCommand.class})
public final class SimulateCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
