package runbench.cli.schedule;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine;

/** {@code runbench schedule}: who should run beside whom. */
@Command(name = "schedule", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Who should run beside whom, when programs share memory bandwidth: policies that know what each asks of memory, beside one that does not.",
        "A workload is a file that names the programs and what each asks of memory, by its profile or as stated."},
        subcommands = {ScheduleSimulateCommand.class, WorkloadGenerateCommand.class, LiveScheduleCommand.class},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench schedule simulate set-a", "  runbench schedule generate spec-like --seed 7 -o mine.toml",
                "  runbench schedule simulate mine.toml --policy linux,quanta-window",
                "  runbench schedule run mine.toml --policies none,quanta-window --repeat 10"})
public final class ScheduleCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(),
                "what of schedules: " + String.join(", ", spec.subcommands().keySet()) + "?");
    }
}
