package runbench.cli.pas2p;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.home.ProductVersion;
import runbench.base.home.ProjectHome;
import runbench.base.json.OutputFormat;
import runbench.cli.option.PrintedOptions;
import runbench.cli.output.PrintedJson;
import runbench.cli.output.Terminal;
import runbench.measure.machine.SignalHandlers;
import runbench.pas2p.session.SignatureRun;
import runbench.pas2p.session.TracedRun;
import runbench.pas2p.signature.SignatureBuilder;
import runbench.pas2p.study.Study;
import runbench.pas2p.study.StudyFile;
import runbench.pas2p.study.StudyPlan;
import runbench.pas2p.study.StudyReport;
import runbench.pas2p.study.StudyResult;
import runbench.pas2p.trace.TracedProcess;
import runbench.plotter.render.awt.Charts;
import runbench.report.PredictionChart.StudyChart;
import runbench.report.text.StudyText;

/** {@code runbench pas2p study}: which mapping, rank count or machine to choose. */
@Command(name = "study", mixinStandardHelpOptions = true, sortOptions = false, abbreviateSynopsis = true,
        description = {"Says which mapping, number of ranks or machine to choose, and how sure that is.",
                "Measures a signature under each, and predicts how long all of the program takes there. What is done is kept: the same command goes on where it was stopped."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p study mappings.toml",
                "  runbench pas2p study mappings.toml --full -o audited     against whole runs", "",
                "with mappings.toml (more: scripts/examples/study.toml):", "  signature = \"app.sig.json\"",
                "  repetitions = 3", "  [[target]]", "  name = \"one core\"",
                "  command = \"mpirun -np {ranks} taskset -c 0 {program}\"", "  [[target]]", "  name = \"two cores\"",
                "  command = \"mpirun -np {ranks} {program}\""})
public final class StudyCommand implements Callable<Integer> {
    private static final String NAME = "study";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "What to study: TOML, as below.")
    private Path file;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 1,
            description = "The study's folder (default: FILE's name with -study).")
    private Path output;

    @Option(names = "--full", order = 2,
            description = "Let the programs run to their ends, and compare predictions with that.")
    private boolean full;

    @Option(names = "--retry-failed", order = 3, description = "Run again what failed before.")
    private boolean retryFailed;

    @Option(names = "--dry-run", order = 4, description = "Show what would run, and what is done; run nothing.")
    private boolean dryRun;

    @Mixin
    private PrintedOptions printed;

    @Override
    public Integer call() throws IOException {
        StudyPlan plan = StudyFile.read(file);
        Path folder = output != null ? output
                : Path.of(file.getFileName().toString().replaceFirst("\\.toml$", "") + "-study");
        PrintWriter out = spec.commandLine().getOut();
        try (Terminal terminal = printed.terminal()) {
            Study study = new Study(plan, folder, full, retryFailed,
                    (trace, repeats) -> SignatureBuilder.build(trace, repeats, plan.sampling(), plan.inputs(),
                            ProductVersion.RUNBENCH, terminal),
                    (command, trace, output) -> TracedRun.whole(
                            new TracedProcess(ProjectHome.folder(), command, trace).mpi(plan.mpi()).output(output),
                            command, trace, terminal));
            if (dryRun) {
                printed.print(OutputFormat.STUDY_PLAN, () -> StudyReport.planned(study),
                        words -> StudyText.plan(words, study, folder));
                return 0;
            }
            try (SignalHandlers handlers = SignalHandlers.interrupting()) {
                study.run((signature, command, run, output,
                        whole) -> SignatureRun.run(new SignatureRun.Request(ProjectHome.folder(), signature, command,
                                run, plan.mpi(), whole, plan.force(), false, plan.timeout(), output), terminal),
                        new StudyProgress(printed.words() ? out : null, terminal));
            }
            StudyResult result = study.result();
            write(result, folder);
            printed.print(OutputFormat.STUDY, () -> StudyReport.fields(result), words -> {
                StudyText.print(words, result);
                words.println("written: " + folder.resolve(NAME + ".json") + ", .csv, .png");
            });
            if (!result.failed().isEmpty()) {
                throw RunbenchException
                        .of(ExitCode.BENCHMARK_FAILED,
                                result.failed().size() + " of the study's runs failed; the first, \""
                                        + result.failed().get(0).target() + "\": " + result.failed().get(0).why())
                        .remedy("its output: " + folder + "/TARGET/" + (full ? "full-1" : "run-1")
                                + "/output.txt; then the same command with --retry-failed");
            }
        }
        return 0;
    }

    private static void write(StudyResult result, Path folder) throws IOException {
        Files.createDirectories(folder);
        OutputFile.write(folder.resolve(NAME + ".json"),
                PrintedJson.text(OutputFormat.STUDY, StudyReport.fields(result)) + "\n");
        OutputFile.writeText(folder.resolve(NAME + ".csv"), table -> { StudyReport.csv(result, table); });
        Charts.writePng(StudyChart.of(result), folder.resolve(NAME + ".png"));
    }
}
