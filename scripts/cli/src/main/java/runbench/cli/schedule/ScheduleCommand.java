package runbench.cli.schedule;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code runbench schedule}: schedules of programs that share memory bandwidth. */
@Command(name = "schedule", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Simulates or runs schedules of programs that share memory bandwidth, with policies that consider "
                        + "their memory demand, and one that does not.",
                "A workload is a file that names the programs and their memory demand, from a profile or stated."},
        subcommands = {ScheduleSimulateCommand.class, WorkloadGenerateCommand.class, LiveScheduleCommand.class,
                InterferenceCommand.class, CoRunCommand.class, ProfileCommand.class},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench schedule simulate set-a", "  runbench schedule generate spec-like --seed 7 -o mine.toml",
                "  runbench schedule simulate mine.toml --policy linux,quanta-window",
                "  runbench schedule run mine.toml --policy none,quanta-window -n 10"})
public final class ScheduleCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(),
                "no command given: one of " + String.join(", ", spec.subcommands().keySet()));
    }
}
