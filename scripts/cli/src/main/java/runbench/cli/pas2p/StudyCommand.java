package runbench.cli.pas2p;

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
import runbench.cli.option.JsonOption;
import runbench.cli.output.Terminal;
import runbench.measure.pas2p.MappingStudy;
import runbench.pas2p.study.StudyReport;
import runbench.pas2p.study.StudyResult;
import runbench.report.text.StudyText;

/** {@code runbench pas2p study}: compares mappings, rank counts or machines. */
@Command(name = "study", mixinStandardHelpOptions = true, sortOptions = false, abbreviateSynopsis = true,
        description = {"Recommends the fastest mapping, number of ranks or machine.",
                "Measures a signature for each, and predicts the run time of the whole program, with the "
                        + "probability that a target is the fastest. Finished runs are kept: the same command "
                        + "resumes a stopped study."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench pas2p study mappings.toml",
                "  runbench pas2p study mappings.toml --full -o audited   with complete runs", "",
                "with mappings.toml (more: scripts/examples/study.toml):", "  signature = \"app.sig.json\"",
                "  repetitions = 3", "  [[target]]", "  name = \"one core\"",
                "  command = \"mpirun -np {ranks} taskset -c 0 {program}\"", "  [[target]]", "  name = \"two cores\"",
                "  command = \"mpirun -np {ranks} {program}\""})
public final class StudyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The plan of the study: TOML, as below.")
    private Path file;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", order = 1,
            description = "Folder of the study (default: FILE's name with -study).")
    private Path output;

    @Option(names = "--full", order = 2,
            description = "Run the programs to their ends, and compare the predictions with their run times.")
    private boolean full;

    @Option(names = "--retry-failed", order = 3, description = "Repeat failed runs.")
    private boolean retryFailed;

    @Option(names = "--dry-run", order = 4, description = "Show open and finished runs; run nothing.")
    private boolean dryRun;

    @Mixin
    private JsonOption printed;

    @Override
    public Integer call() throws IOException {
        try (Terminal terminal = printed.terminal()) {
            MappingStudy study = new MappingStudy(file, output, full, retryFailed, terminal);
            if (dryRun) {
                printed.printFolded(OutputFormat.STUDY_PLAN, () -> StudyReport.planned(study.study()),
                        out -> StudyText.plan(out, study.study(), study.folder()));
                return 0;
            }
            PrintWriter lines = printed.isText() && !printed.isQuiet() ? spec.commandLine().getOut() : null;
            StudyResult result = study.run(new StudyProgress(lines, terminal));
            printed.printFolded(OutputFormat.STUDY, () -> StudyReport.fields(result), out -> {
                StudyText.print(out, result);
                out.println("written: " + study.folder().resolve(MappingStudy.NAME + ".json") + ", .csv, .png");
            });
            study.requireAllMeasured(result);
        }
        return 0;
    }
}
