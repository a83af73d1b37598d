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
import runbench.cli.option.CatalogueOptions;
import runbench.cli.option.CatalogueOptions.LibraryOption;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.output.Terminal;
import runbench.measure.profile.SustainedTraffic;
import runbench.measure.schedule.LiveBenches;
import runbench.measure.schedule.LiveComparison;
import runbench.measure.schedule.LiveFolder;
import runbench.measure.schedule.LiveSchedule;
import runbench.report.schedule.LiveScheduleText;
import runbench.report.text.PrintedJson;
import runbench.schedule.result.LiveResult;
import runbench.schedule.result.LiveStudy;

/** {@code runbench schedule run}: the programs of a workload by turns, here and now. */
@Command(name = "run", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Runs the programs of a workload on this machine, whole programs in turns. In each quantum a "
                + "policy decides which programs run, by their memory traffic (from counters, or from profiles if "
                + "this machine cannot count it). Needs no privileges. No program stays stopped, even after Ctrl-Z "
                + "or kill -9 of this command.",
                "Writes schedule.json, quanta.csv, a chart of the schedule (schedule.png) and the output of each "
                        + "program."},
        footerHeading = "%nExamples:%n",
        footer = {"  runbench schedule run mine.toml",
                "  runbench schedule run mine.toml --policy latest-quantum --quantum 500ms --cpus 0-3",
                "  runbench schedule run mine.toml --policy none,round-robin,quanta-window -n 10", "",
                "with mine.toml (every key: scripts/examples/workload.toml):", "  sustained = 20e9", "  [[program]]",
                "  name = \"stream\"", "  copies = 2", "  command = [\"./stream\", \"1000\"]", "  seconds = 20",
                "  traffic = 15e9", "  [[program]]", "  name = \"gcc\"", "  benchmark = \"403.gcc\""})
public final class LiveScheduleCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The workload (TOML).")
    private Path file;

    @Mixin
    private LivePolicyOptions policies;

    @Mixin
    private CatalogueOptions benches;

    @Mixin
    private LibraryOption profiles;

    @Option(names = {"-o", "--output"}, order = 30, paramLabel = "DIR",
            description = "Output folder (default: schedule/WORKLOAD/<time> in the results).")
    private Path output;

    @Mixin
    private PrintedOptions printed;

    @Override
    public Integer call() throws IOException {
        LiveSchedule schedule = new LiveSchedule(policies.settings(file, output),
                new LiveBenches(benches.load(), benches.resolveOptions()), profiles.library());
        LiveSchedule.Outcome outcome;
        try (QuantumLine line = new QuantumLine(!printed.isText(), spec.commandLine().getErr())) {
            outcome = schedule.run(() -> SustainedTraffic.ofThisMachine(Terminal.of(true)), line);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (outcome.result() != null) {
            print(outcome.result(), outcome.folder(), out);
        } else {
            print(outcome.study(), outcome.folder(), out);
        }
        return outcome.exitCode().code();
    }

    private void print(LiveResult result, Path folder, PrintWriter out) {
        if (printed.isJson()) {
            out.println(PrintedJson.text(OutputFormat.SCHEDULE_RUN, result));
        } else if (!printed.isQuiet()) {
            LiveScheduleText.print(result, out);
            out.printf("%nwritten: %s/{%s,%s,%s}%n", folder, LiveFolder.RESULT, LiveFolder.QUANTA, LiveFolder.CHART);
        }
    }

    private void print(LiveStudy study, Path folder, PrintWriter out) {
        if (printed.isJson()) {
            out.println(PrintedJson.text(OutputFormat.SCHEDULE_COMPARISON, study));
        } else if (!printed.isQuiet()) {
            LiveScheduleText.print(study, out);
            out.printf("%nwritten: %s/%s, and each run beside it%n", folder, LiveComparison.RESULT);
        }
    }
}
