package runbench.cli.schedule;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.base.json.OutputFormat;
import runbench.cli.option.CatalogueOptions.LibraryOption;
import runbench.cli.option.JsonOption.ProgressOptions;
import runbench.cli.output.Terminal;
import runbench.plotter.render.awt.Charts;
import runbench.report.schedule.GanttChart;
import runbench.report.schedule.ScheduleChart;
import runbench.report.schedule.ScheduleCsv;
import runbench.report.schedule.ScheduleText;
import runbench.report.text.PrintedJson;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.policy.ReferenceCurveJson;
import runbench.schedule.simulate.CurveFit;
import runbench.schedule.simulate.ScheduleStudy;
import runbench.schedule.simulate.Simulation;
import runbench.schedule.timeline.ScheduleTimeline;
import runbench.schedule.timeline.ScheduleTimeline.TimelineBuilder;
import runbench.schedule.workload.BuiltInWorkloads;
import runbench.schedule.workload.Workload;
import runbench.schedule.workload.Workload.WorkloadProgram;
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
    private static final double GANTT_SECONDS = 8;
    private static final String TOML = ".toml";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORKLOAD",
            description = "A file, or a built-in workload: set-a, set-b, set-c, pilot, spec-like, npb-like.")
    private String asked;

    @Mixin
    private SimulateOptions options;

    @Mixin
    private LibraryOption profiles;

    @Option(names = "--refit", order = 20,
            description = "Fit the reference curve of the IABW policy to these workloads first, write it "
                    + "(curve.json) and " + "use it.")
    private boolean refit;

    @Option(names = "--gantt", order = 21,
            description = "Draw a Gantt chart of the first 8 s of the first workload under each policy.")
    private boolean gantt;

    @Option(names = {"-o", "--output"}, order = 23, paramLabel = "DIR",
            description = "Folder for the table and the charts (default: schedule/WORKLOAD in the results).")
    private Path output;

    @Mixin
    private ProgressOptions printed;

    @Override
    public Integer call() throws IOException {
        WorkloadSet set = options.asked(workloads());
        ScheduleStudy.Plan plan = options.plan(set.workloads().get(0));
        Path folder = output != null ? output
                : ResultFolders.root()
                        .resolve("schedule")
                        .resolve(Path.of(asked).getFileName().toString().replaceFirst("\\.toml$", ""));
        PrintWriter out = spec.commandLine().getOut();
        List<Path> written = new ArrayList<>();
        Optional<CurveFit> fit = Optional.empty();
        ScheduleStudy study;
        try (Terminal terminal = printed.progress()) {
            if (refit) {
                fit = Optional.of(CurveFit.of(set, plan, terminal.start("fitting", "workloads")));
                plan = new ScheduleStudy.Plan(plan.policies(), plan.policy().withCurve(fit.get().curve()),
                        plan.simulation(), plan.linuxQuantumSeconds(), plan.seeds(), plan.contention(), plan.model(),
                        plan.search());
            }
            study = ScheduleStudy.of(set, plan, terminal.start("simulating", "schedules"));
        }
        Files.createDirectories(folder);
        if (fit.isPresent()) {
            OutputFile.write(written(written, folder.resolve("curve.json")),
                    ReferenceCurveJson.text(fit.get().curve()).getBytes(StandardCharsets.UTF_8));
            Charts.writePng(ScheduleChart.curve(fit.get()), written(written, folder.resolve("curve.png")));
        }
        ScheduleCsv.write(study, written(written, folder.resolve("schedules.csv")));
        if (!study.summaries().isEmpty()) {
            Charts.writePng(ScheduleChart.gains(study, asked), written(written, folder.resolve("gains.png")));
        }
        if (gantt) {
            for (PolicyName policy : plan.policies()) {
                draw(set.workloads().get(0), policy, plan,
                        written(written, folder.resolve("gantt-" + policy.word() + ".png")));
            }
        }
        if (printed.isJson()) {
            out.println(PrintedJson.text(OutputFormat.SCHEDULE_STUDY, study));
            return 0;
        }
        fit.ifPresent(f -> ScheduleText.print(f, Terminal.outputColumns(), out));
        ScheduleText.print(study, asked, Terminal.outputColumns(), out);
        out.printf("%nwritten: %s/{%s}%n", folder,
                String.join(",", written.stream().map(f -> f.getFileName().toString()).toList()));
        return 0;
    }

    private static Path written(List<Path> all, Path file) {
        all.add(file);
        return file;
    }

    private WorkloadSet workloads() {
        Optional<WorkloadSet> builtIn = BuiltInWorkloads.find(asked, options.seed());
        if (builtIn.isPresent()) {
            return builtIn.get();
        }
        if (!asked.endsWith(TOML) && !Files.exists(Path.of(asked))) {
            throw RunbenchException.badInput("no workload is called '" + asked + "', and no file either")
                    .remedy(NearestNames.didYouMean(asked, BuiltInWorkloads.names(), "built in are "
                            + String.join(", ", BuiltInWorkloads.names()) + "; a file ends with " + TOML));
        }
        return WorkloadFile.read(Path.of(asked), name -> profiles.library().get(name).profile());
    }

    private void draw(Workload w, PolicyName policy, ScheduleStudy.Plan plan, Path file) {
        TimelineBuilder timeline = new TimelineBuilder(w.programs().size());
        Simulation.run(w, plan.contention(), policy.create(plan.policy()), ScheduleStudy.settings(policy, plan),
                timeline);
        ScheduleTimeline shown = new ScheduleTimeline(w.name(), policy.label(),
                w.programs().stream().map(WorkloadProgram::name).toList(), plan.simulation().cpus(), w.unit(),
                plan.contention().sustained(), "simulated, " + plan.model(), true, timeline.spans());
        Charts.writePng(GanttChart.of(shown, 0, GANTT_SECONDS), file);
    }
}
