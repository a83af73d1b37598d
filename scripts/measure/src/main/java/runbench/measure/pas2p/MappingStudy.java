package runbench.measure.pas2p;

import java.io.IOException;
import java.nio.file.Path;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.file.OutputFolder;
import runbench.base.home.ProductVersion;
import runbench.base.home.ProjectHome;
import runbench.base.json.OutputFormat;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.measure.machine.SignalHandlers;
import runbench.pas2p.session.SignatureRun;
import runbench.pas2p.session.TracedRun;
import runbench.pas2p.signature.SignatureBuilder;
import runbench.pas2p.study.Study;
import runbench.pas2p.study.Study.StudyObserver;
import runbench.pas2p.study.StudyFile;
import runbench.pas2p.study.StudyPlan;
import runbench.pas2p.study.StudyReport;
import runbench.pas2p.study.StudyResult;
import runbench.pas2p.trace.TracedProcess;
import runbench.plotter.render.awt.Charts;
import runbench.report.PredictionChart.StudyChart;
import runbench.report.text.PrintedJson;

/**
 * A study of mappings, rank counts or machines: signatures are built and measured on this machine, and the results are
 * written. A study that was stopped resumes where it stopped.
 */
public final class MappingStudy {
    /** Name of the files of a study, without their endings. */
    public static final String NAME = "study";

    private final StudyPlan plan;
    private final Path folder;
    private final boolean isFull;
    private final ProgressDisplay display;
    private final Study study;

    /**
     * Reads a study's plan and the runs that are done.
     *
     * @param file the plan, TOML
     * @param folder folder of the study; null: named after the file, in the current directory
     * @param isFull programs run to their ends
     * @param retryFailed repeats failed runs
     */
    public MappingStudy(Path file, Path folder, boolean isFull, boolean retryFailed, ProgressDisplay display)
            throws IOException {
        this.plan = StudyFile.read(file);
        this.folder = folder != null ? folder
                : Path.of(file.getFileName().toString().replaceFirst("\\.toml$", "") + "-study");
        this.isFull = isFull;
        this.display = display;
        study = new Study(plan, this.folder, isFull, retryFailed,
                (trace, repeats) -> SignatureBuilder.build(trace, repeats, plan.sampling(), plan.inputs(),
                        ProductVersion.RUNBENCH, display),
                (command, trace, output) -> TracedRun.whole(
                        new TracedProcess(ProjectHome.folder(), command, trace).mpi(plan.mpi()).output(output), command,
                        trace, display));
    }

    /** Returns the runs of the study with their states. */
    public Study study() {
        return study;
    }

    /** Returns the folder of the study. */
    public Path folder() {
        return folder;
    }

    /**
     * Runs all open runs and writes the result as JSON, CSV and a chart.
     *
     * @throws RunbenchException interrupted (exit code 130): finished runs are kept
     */
    public StudyResult run(StudyObserver observer) throws IOException {
        try (SignalHandlers handlers = SignalHandlers.interrupting()) {
            study.run(
                    (signature, command, run, output,
                            whole) -> SignatureRun.run(new SignatureRun.Request(ProjectHome.folder(), signature,
                                    command, run, plan.mpi(), whole, plan.force(), false, plan.timeout(), output),
                                    display),
                    observer);
        }
        StudyResult result = study.result();
        OutputFolder.create(folder);
        OutputFile.write(folder.resolve(NAME + ".json"),
                PrintedJson.text(OutputFormat.STUDY, StudyReport.fields(result)) + "\n");
        OutputFile.writeText(folder.resolve(NAME + ".csv"), table -> StudyReport.csv(result, table));
        Charts.writePng(StudyChart.of(result), folder.resolve(NAME + ".png"));
        return result;
    }

    /**
     * Fails if a run of the study failed.
     *
     * @throws RunbenchException (benchmark failed) names the first failed run and its output
     */
    public void requireAllMeasured(StudyResult result) {
        if (!result.failed().isEmpty()) {
            throw RunbenchException
                    .of(ExitCode.BENCHMARK_FAILED,
                            result.failed().size() + " of the study's runs failed; the first, \""
                                    + result.failed().get(0).target() + "\": " + result.failed().get(0).why())
                    .remedy("its output: " + folder + "/TARGET/" + (isFull ? "full-1" : "run-1")
                            + "/output.txt; then the same command with --retry-failed");
        }
    }
}
