package runbench.cli.sync;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import runbench.cli.sync.clocks.BenchCommand;
import runbench.cli.sync.clocks.ClocksCommand;
import runbench.cli.sync.clocks.ExternalCommand;
import runbench.cli.sync.convert.ConvertCommand;
import runbench.cli.sync.estimate.DelaysCommand;
import runbench.cli.sync.estimate.EstimateCommand;
import runbench.cli.sync.estimate.ScenariosCommand;
import runbench.cli.sync.measure.MeasureCommand;
import runbench.cli.sync.measure.ReflectorCommand;
import runbench.cli.sync.simulate.SimulateCommand;

/** {@code runbench sync}: one time axis for many machines. */
@Command(name = "sync", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Measures the clocks of many machines, estimates offsets and rates, and converts time stamps to "
                + "one time.",
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync measure --hosts node1,node2 --launch 'ssh {host} {command}' -o clocks/",
                "  runbench sync estimate clocks/window-*/*.xchg"},
        subcommands = {ClocksCommand.class, MeasureCommand.class, ReflectorCommand.class, EstimateCommand.class,
                DelaysCommand.class, ConvertCommand.class, ScenariosCommand.class, SimulateCommand.class,
                BenchCommand.class, ExternalCommand.class})
public final class SyncCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
