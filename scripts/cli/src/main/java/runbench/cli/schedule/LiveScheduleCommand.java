package runbench.cli.schedule;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.file.FolderClaim;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.base.json.OutputFormat;
import runbench.cli.option.CatalogueOptions;
import runbench.cli.option.CatalogueOptions.LibraryOption;
import runbench.cli.option.JsonOption.PrintedOptions;
import runbench.cli.output.Terminal;
import runbench.measure.RunFolder;
import runbench.measure.profile.SustainedTraffic;
import runbench.measure.schedule.AloneTimes;
import runbench.measure.schedule.LiveBenches;
import runbench.measure.schedule.LiveComparison;
import runbench.measure.schedule.LiveFolder;
import runbench.measure.schedule.LiveProfiles;
import runbench.measure.schedule.LiveRequest;
import runbench.measure.schedule.LiveRun;
import runbench.measure.schedule.LiveTimelines;
import runbench.measure.schedule.TrafficMeter;
import runbench.measure.schedule.TrafficMeters;
import runbench.plotter.render.awt.Charts;
import runbench.report.schedule.GanttChart;
import runbench.report.schedule.LiveScheduleText;
import runbench.report.text.PrintedJson;
import runbench.schedule.profile.ProfileLibrary;
import runbench.schedule.profile.ProfileLibrary.LibraryEntry;
import runbench.schedule.result.LiveResult;
import runbench.schedule.result.LiveStudy;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadSet;
import runbench.schedule.workload.WorkloadFile;

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
                "  runbench schedule run mine.toml --policies none,round-robin,quanta-window --repeat 10", "",
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
        LiveBenches catalogue = new LiveBenches(benches.load(), benches.resolveOptions());
        ProfileLibrary library = profiles.library();
        Workload workload = LiveProfiles.known(workload(library), catalogue,
                name -> library.find(name).map(LibraryEntry::profile));
        List<String> names = policies.policies();
        AloneTimes known = policies.alone(workload);
        // Errors are reported before a folder is created.
        catalogue.check(workload);
        LiveRequest asked = policies.request(workload, () -> SustainedTraffic.ofThisMachine(Terminal.of(true)),
                Path.of(""));
        int repetitions = policies.repetitions();
        TrafficMeter meter = TrafficMeters.ofThisMachine(workload.unit());
        Path folder = folder(workload);
        LiveRequest request = asked.in(folder);
        try (FolderClaim claim = FolderClaim.of(folder);
                QuantumLine line = new QuantumLine(!printed.isText(), spec.commandLine().getErr())) {
            List<String> unknown = LivePolicyOptions.goByTraffic(names) ? LiveProfiles.unknown(workload, meter)
                    : List.of();
            if (!unknown.isEmpty()) {
                line.notice("what " + unknown.get(0)
                        + (unknown.size() > 1 ? " and " + (unknown.size() - 1) + " more ask" : " asks")
                        + " of memory is not known: this machine "
                        + "cannot count it, and there is no profile; policies that go by it are blind to them. "
                        + "'runbench profile --list' shows which profiles there are");
            }
            line.of(known == null ? "alone" : "");
            AloneTimes alone = known != null ? known : AloneTimes.measured(request, meter, catalogue, line);
            if (names.size() == 1 && repetitions == 1) {
                line.of("");
                LiveResult result = new LiveRun(request, meter, catalogue, alone, line)
                        .run(LivePolicyOptions.policy(names.get(0)));
                LiveFolder.write(result, folder);
                draw(result, folder);
                line.close();
                return told(result, folder);
            }
            LiveStudy study = new LiveComparison(request, meter, catalogue, line).run(names, LivePolicyOptions::policy,
                    repetitions, policies.seed(), alone, (result, where, done, all) -> {
                        draw(result, where);
                        line.of(done + "/" + all);
                    });
            line.close();
            return told(study, folder);
        }
    }

    private Workload workload(ProfileLibrary library) {
        WorkloadSet set = WorkloadFile.read(file, name -> library.get(name).profile());
        if (set.workloads().size() != 1) {
            throw RunbenchException
                    .badInput(file + ": stands for " + set.workloads().size() + " workloads, one for each application")
                    .remedy("one is run: leave application = true out");
        }
        return set.workloads().get(0);
    }

    private Path folder(Workload w) throws IOException {
        if (output == null) {
            return RunFolder
                    .create(ResultFolders.root().resolve("schedule"), w.name().replaceAll("[^A-Za-z0-9._-]", "_"),
                            Instant.now())
                    .path();
        }
        if (Files.exists(output.resolve(LiveFolder.RESULT)) || Files.exists(output.resolve(LiveComparison.RESULT))) {
            throw RunbenchException.badInput(output + " already holds a schedule")
                    .remedy("choose another folder with -o, or remove that one");
        }
        return Files.createDirectories(output);
    }

    private static void draw(LiveResult result, Path folder) {
        if (!result.quanta().isEmpty()) {
            Charts.writePng(GanttChart.of(LiveTimelines.of(result, LivePolicyOptions.label(result.policy()))),
                    folder.resolve("schedule.png"));
        }
    }

    private int told(LiveResult result, Path folder) {
        PrintWriter out = spec.commandLine().getOut();
        if (printed.isJson()) {
            out.println(PrintedJson.text(OutputFormat.SCHEDULE_RUN, result));
        } else if (!printed.isQuiet()) {
            LiveScheduleText.print(result, out);
            out.printf("%nwritten: %s/{%s,%s,schedule.png}%n", folder, LiveFolder.RESULT, LiveFolder.QUANTA);
        }
        return (result.interrupted() ? ExitCode.INTERRUPTED
                : result.succeeded() ? ExitCode.OK : ExitCode.BENCHMARK_FAILED).code();
    }

    private int told(LiveStudy study, Path folder) {
        PrintWriter out = spec.commandLine().getOut();
        if (printed.isJson()) {
            out.println(PrintedJson.text(OutputFormat.SCHEDULE_COMPARISON, study));
        } else if (!printed.isQuiet()) {
            LiveScheduleText.print(study, out);
            out.printf("%nwritten: %s/%s, and each run beside it%n", folder, LiveComparison.RESULT);
        }
        boolean failed = study.runs().stream().anyMatch(r -> !r.succeeded());
        return (study.interrupted() ? ExitCode.INTERRUPTED : failed ? ExitCode.BENCHMARK_FAILED : ExitCode.OK).code();
    }
}
