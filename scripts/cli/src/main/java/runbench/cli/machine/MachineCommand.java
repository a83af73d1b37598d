package runbench.cli.machine;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import runbench.base.json.OutputFormat;
import runbench.cli.option.JsonOption;
import runbench.report.text.TopologyText;
import runbench.sampler.environment.MachineTopology;
import runbench.sampler.events.machine.SystemFiles;

/** {@code runbench machine}: shows this machine's topology; its subcommands measure the machine's limits. */
@Command(name = "machine", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Shows the sockets, cores, hardware threads, caches and NUMA nodes of this machine, and the domains "
                        + "that --cpu-list names, as likwid-topology does.",
                "The subcommands measure its limits: operations per second, memory bandwidth, and the slowdown of "
                        + "programs that share it."},
        subcommands = {BandwidthCommand.class, RooflineCommand.class}, footerHeading = "%nExamples:%n",
        footer = {"  runbench machine", "  runbench machine --json", "  runbench machine bandwidth --quick",
                "  runbench machine roofline"})
public final class MachineCommand implements Callable<Integer> {
    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() {
        MachineTopology topology = MachineTopology.read(SystemFiles.THIS_MACHINE);
        printed.print(OutputFormat.TOPOLOGY, () -> topology, text -> TopologyText.print(topology, text));
        return 0;
    }
}
