package runbench.cli.schedule;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.json.OutputFormat;
import runbench.cli.option.CatalogueOptions.LibraryOption;
import runbench.cli.option.JsonOption;
import runbench.cli.output.Terminal;
import runbench.measure.schedule.SimulatedSchedule;
import runbench.report.schedule.ScheduleText;
import runbench.report.text.PrintedJson;
import runbench.schedule.workload.Workload.WorkloadSet;
import runbench.schedule.workload.WorkloadFile;

/** {@code runbench schedule simulate}: simulates a workload under several policies. */
@Command(name = "simulate", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Simulates a workload under several policies: end times and slowdowns of programs, used memory "
                + "bandwidth, and lower bounds. The same input gives the same result.",
        "Built-in workloads are those of two publications, whose results are printed for comparison: "
                + "set-a, set-b, set-c (Antonopoulos et al. 2003), and pilot, spec-like, npb-like (random, as in Xu "
                + "et al. 2010)."},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench schedule simulate set-b",
                "  runbench schedule simulate mine.toml --policy linux,quanta-window --gantt",
                "  runbench schedule simulate pilot --refit -o fit && runbench schedule simulate npb-like --curve "
                        + "fit/curve.json",
                "", "with mine.toml (every key: scripts/examples/workload.toml):", "  unit = \"B/s\"", "  cpus = 4",
                "  sustained = 20e9", "  [[program]]", "  name = \"stream\"", "  copies = 2", "  threads = 2",
                "  seconds = 60", "  traffic = 15e9", "  [[program]]", "  name = \"lbm\"", "  profile = \"470.lbm\""})
public final class ScheduleSimulateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORKLOAD",
            description = "A file, or a built-in workload: set-a, set-b, set-c, pilot, spec-like, npb-like.")
    private String workload;

    @Mixin
    private SimulateOptions options;

    @Mixin
    private LibraryOption profiles;

    @Option(names = "--refit", order = 20,
            description = "Fit the reference curve of the IABW policy to these workloads first, write it "
                    + "(curve.json) and use it.")
    private boolean refit;

    @Option(names = "--gantt", order = 21,
            description = "Draw a Gantt chart of the first 8 s of the first workload under each policy.")
    private boolean gantt;

    @Option(names = {"-o", "--output"}, order = 23, paramLabel = "DIR",
            description = "Folder for the table and the charts (default: schedule/WORKLOAD in the results).")
    private Path output;

    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() throws IOException {
        WorkloadSet named = WorkloadFile.named(workload, options.seed(),
                name -> profiles.library().get(name).profile());
        WorkloadSet set = options.ignoresBarriers() ? named.withoutBarriers() : named;
        SimulatedSchedule result;
        try (Terminal terminal = printed.progress()) {
            result = SimulatedSchedule.run(set, options.request(),
                    new SimulatedSchedule.Output(workload, refit, gantt, output), terminal);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (printed.isJson()) {
            out.println(PrintedJson.text(OutputFormat.SCHEDULE_STUDY, result.study()));
            return 0;
        }
        result.fit().ifPresent(f -> ScheduleText.print(f, Terminal.outputColumns(), out));
        ScheduleText.print(result.study(), workload, Terminal.outputColumns(), out);
        out.printf("%nwritten: %s/{%s}%n", result.folder(),
                String.join(",", result.files().stream().map(f -> f.getFileName().toString()).toList()));
        return 0;
    }
}
