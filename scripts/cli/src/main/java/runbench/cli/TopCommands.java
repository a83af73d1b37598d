package runbench.cli;

import runbench.cli.machine.MachineCommand;
import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
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
    private static final List<Map.Entry<String, Class<?>>> ALL = List.of(entry("run", RunCommand.class),
            entry("sample", SampleCommand.class), entry("compare", CompareRunsCommand.class),
            entry("parse", ParseCommand.class), entry("plot", PlotCommand.class), entry("open", OpenCommand.class),
            entry("runs", RunsCommand.class), entry("batch", BatchCommand.class),
            entry("functions", FunctionsCommand.class), entry("simpoints", SimpointsCommand.class),
            entry("list", ListCommand.class), entry("show", ShowCommand.class), entry("cluster", ClusterCommand.class),
            entry("align", AlignCommand.class), entry("export", ArchiveCommand.class), entry("log", LogCommand.class),
            entry("overnight", OvernightCommand.class), entry("gallery", GalleryCommand.class),
            entry("events", EventsCommand.class), entry("metrics", MetricsCommand.class),
            entry("machine", MachineCommand.class), entry("schedule", ScheduleCommand.class),
            entry("pas2p", Pas2pCommand.class), entry("doctor", DoctorCommand.class), entry("sync", SyncCommand.class),
            entry(COMPLETION, GenerateCompletion.class));

    private final List<Map.Entry<String, Class<?>>> chosen;

    private TopCommands(List<Map.Entry<String, Class<?>>> chosen) {
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

    public static boolean has(String word) {
        return find(word).isPresent();
    }

    /** Returns the commands that help lists. */
    public static List<String> visible() {
        return ALL.stream().map(Map.Entry::getKey).filter(n -> !n.equals(COMPLETION)).toList();
    }

    void addTo(CommandLine line) {
        for (Map.Entry<String, Class<?>> command : chosen) {
            line.addSubcommand(command.getKey(), command.getValue());
            line.getSubcommands()
                    .get(command.getKey())
                    .getCommandSpec()
                    .usageMessage()
                    .hidden(command.getKey().equals(COMPLETION));
        }
    }

    private static Optional<Map.Entry<String, Class<?>>> find(String word) {
        return ALL.stream().filter(c -> c.getKey().equals(word)).findFirst();
    }
}
