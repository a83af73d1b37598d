package runbench.cli;

import java.util.List;
import java.util.Optional;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import runbench.cli.bench.GalleryCommand;
import runbench.cli.bench.ListCommand;
import runbench.cli.bench.OvernightCommand;
import runbench.cli.bench.ShowCommand;
import runbench.cli.cluster.AlignCommand;
import runbench.cli.cluster.ArchiveCommand;
import runbench.cli.cluster.ClusterCommand;
import runbench.cli.compare.CompareRunsCommand;
import runbench.cli.log.LogCommand;
import runbench.cli.machine.DoctorCommand;
import runbench.cli.machine.EventsCommand;
import runbench.cli.machine.MachineCommand;
import runbench.cli.machine.MetricsCommand;
import runbench.cli.pas2p.Pas2pCommand;
import runbench.cli.results.BatchCommand;
import runbench.cli.results.OpenCommand;
import runbench.cli.results.RunsCommand;
import runbench.cli.run.FunctionsCommand;
import runbench.cli.run.ParseCommand;
import runbench.cli.run.PlotCommand;
import runbench.cli.run.RunCommand;
import runbench.cli.run.SampleCommand;
import runbench.cli.run.SimpointsCommand;
import runbench.cli.schedule.ScheduleCommand;
import runbench.cli.sync.SyncCommand;

/**
 * The commands below {@code runbench}, in the order of its help. Only the command that a command line names is built,
 * because reading the options of all commands by reflection takes longer than the rest of the start.
 */
public final class TopCommands {
    private static final String COMPLETION = "generate-completion";
    private static final List<TopCommand> ALL = List.of(
            new TopCommand("run", RunCommand.class, "Measure", "Runs a benchmark under counters and draws its chart"),
            new TopCommand("sample", SampleCommand.class, "Measure", "Runs or observes any program under counters"),
            new TopCommand("compare", CompareRunsCommand.class, "Measure", "Compares programs by recorded or new runs"),
            new TopCommand("open", OpenCommand.class, "Look", "Opens the page of a run"),
            new TopCommand("plot", PlotCommand.class, "Look", "Draws the chart of a recording"),
            new TopCommand("parse", ParseCommand.class, "Look", "Writes the tables and the summary of a recording"),
            new TopCommand("functions", FunctionsCommand.class, "Look",
                    "Shows the functions in which a run spent its time"),
            new TopCommand("runs", RunsCommand.class, "Look", "Lists and removes results"),
            new TopCommand("export", ArchiveCommand.class, "Look", "Writes a run for another viewer"),
            new TopCommand("simpoints", SimpointsCommand.class, "Look",
                    "Selects intervals that represent an emulated run"),
            new TopCommand("overnight", OvernightCommand.class, "Batch", "Runs benchmarks unattended"),
            new TopCommand("gallery", GalleryCommand.class, "Batch", "Runs benchmarks and compares charts with claims"),
            new TopCommand("batch", BatchCommand.class, "Batch", "Reports a batch and compares it with earlier ones"),
            new TopCommand("cluster", ClusterCommand.class, "Parallel programs",
                    "Runs a parallel program under counters on all nodes"),
            new TopCommand("align", AlignCommand.class, "Parallel programs",
                    "Places a run on many nodes on one time axis"),
            new TopCommand("pas2p", Pas2pCommand.class, "Parallel programs",
                    "Finds phases of MPI programs, predicts run times"),
            new TopCommand("log", LogCommand.class, "Parallel programs",
                    "Collects events from many nodes in one order"),
            new TopCommand("sync", SyncCommand.class, "Clocks", "Measures clocks of nodes, converts time stamps"),
            new TopCommand("doctor", DoctorCommand.class, "Machine",
                    "Reports the counters of this machine and obstacles"),
            new TopCommand("events", EventsCommand.class, "Machine", "Lists and tests the events of this machine"),
            new TopCommand("metrics", MetricsCommand.class, "Machine", "Lists metrics and formulas, and checks them"),
            new TopCommand("list", ListCommand.class, "Machine", "Lists the benchmarks"),
            new TopCommand("show", ShowCommand.class, "Machine", "Shows a benchmark and the command that it runs"),
            new TopCommand("machine", MachineCommand.class, "Machine",
                    "Shows the topology, measures bandwidth and roofline"),
            new TopCommand("schedule", ScheduleCommand.class, "Shared memory bandwidth",
                    "Predicts slowdowns, simulates and runs schedules"),
            new TopCommand(COMPLETION, GenerateCompletion.class, "", ""));

    private final List<TopCommand> chosen;

    /**
     * A command below {@code runbench}.
     *
     * @param group heading in the help
     * @param summary one line in the help
     */
    record TopCommand(String name, Class<?> type, String group, String summary) {}

    private TopCommands(List<TopCommand> chosen) {
        this.chosen = chosen;
    }

    public static TopCommands all() {
        return new TopCommands(ALL);
    }

    /** Returns the command of this name. Returns all commands for other words, and none if the output needs none. */
    public static TopCommands of(String word) {
        if (word.equals("--version") || word.equals("-V")) {
            return new TopCommands(List.of());
        }
        return word.equals(COMPLETION) ? all()
                : find(word).map(c -> new TopCommands(List.of(c))).orElseGet(TopCommands::all);
    }

    /** Returns whether this is the one command that the command line names. */
    boolean isSingle() {
        return chosen.size() == 1;
    }

    public static boolean has(String word) {
        return find(word).isPresent();
    }

    /** Returns the names of the commands that help lists. */
    public static List<String> visible() {
        return listed().stream().map(TopCommand::name).toList();
    }

    /** Returns the commands that help lists, group by group. */
    static List<TopCommand> listed() {
        return ALL.stream().filter(c -> !c.name().equals(COMPLETION)).toList();
    }

    /** Returns the commands in groups, one line each. */
    static String groups() {
        StringBuilder text = new StringBuilder();
        String group = "";
        for (TopCommand command : listed()) {
            if (!command.group().equals(group)) {
                group = command.group();
                text.append(group).append(":\n");
            }
            text.append(String.format("  %-10s %s%n", command.name(), command.summary()));
        }
        return text.toString();
    }

    void addTo(CommandLine line) {
        for (TopCommand command : chosen) {
            line.addSubcommand(command.name(), command.type());
            line.getSubcommands()
                    .get(command.name())
                    .getCommandSpec()
                    .usageMessage()
                    .hidden(command.name().equals(COMPLETION));
        }
    }

    private static Optional<TopCommand> find(String word) {
        return ALL.stream().filter(c -> c.name().equals(word)).findFirst();
    }
}
