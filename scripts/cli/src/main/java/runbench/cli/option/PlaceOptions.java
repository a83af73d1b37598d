package runbench.cli.option;

import picocli.CommandLine.Option;
import runbench.base.error.RunbenchException;
import runbench.cli.option.SectionedOptions.OptionSection;
import runbench.sampler.environment.MachineTopology;
import runbench.sampler.environment.Placement;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.run.Attachment;

/** Options that bind a program to CPUs and memory. */
@OptionSection("Place of the program")
final class PlaceOptions {
    @Option(names = "--cpu-list", paramLabel = "LIST", order = 18,
            description = "Bind the program, its threads and children to CPUs, as taskset -c: 0-3,7; or as likwid-pin "
                    + "-c: S0:0-3 (socket), C0:0 (last-level cache), M0:0-1 (NUMA node), N:cores (one hardware thread "
                    + "of each core), E:S0:4:1:2, S0:0@S1:0. 'runbench machine' shows the numbers.")
    private String cpuList;

    @Option(names = "--mem-node", paramLabel = "LIST", order = 18,
            description = "Allocate the memory of the program only in these NUMA nodes, as numactl -m: 0,2-3.")
    private String memNodes;

    /**
     * Returns the place of the program.
     *
     * @param attachment target of an observation; null: a program is started
     * @param emulated whether the emulator counts
     * @throws RunbenchException a list is wrong on this machine, or no program is started
     */
    Placement placement(Attachment attachment, boolean emulated) {
        if (cpuList == null && memNodes == null) {
            return Placement.NONE;
        }
        String option = cpuList != null ? "--cpu-list" : "--mem-node";
        if (attachment != null && !attachment.allowsCommand()) {
            throw RunbenchException
                    .badInput(option + " binds a program that is started, and " + attachment.words() + " runs already")
                    .remedy("leave " + option + " out, or bind it with taskset -p");
        }
        if (emulated) {
            throw RunbenchException.badInput(option + " binds a measured program; emulated counts do not depend on it")
                    .remedy("leave " + option + " out");
        }
        return Placement.of(MachineTopology.read(SystemFiles.THIS_MACHINE), cpuList, memNodes);
    }
}
