package runbench.measure.schedule;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.base.file.OutputFile;
import runbench.base.file.OutputFolder;
import runbench.base.home.ProjectHome.ResultFolders;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.plotter.render.awt.Charts;
import runbench.report.schedule.GanttChart;
import runbench.report.schedule.ScheduleChart;
import runbench.report.schedule.ScheduleCsv;
import runbench.schedule.policy.PolicyName;
import runbench.schedule.policy.ReferenceCurveJson;
import runbench.schedule.simulate.CurveFit;
import runbench.schedule.simulate.ScheduleStudy;
import runbench.schedule.workload.Workload.WorkloadSet;

/**
 * A simulated set of workloads with its files.
 *
 * @param study results of the simulations
 * @param fit the fitted reference curve; empty if none was requested
 * @param folder folder of the files
 * @param files written files
 */
public record SimulatedSchedule(ScheduleStudy study, Optional<CurveFit> fit, Path folder, List<Path> files) {
    private static final double GANTT_SECONDS = 8;

    public SimulatedSchedule {
        files = List.copyOf(files);
    }

    /**
     * The files to write.
     *
     * @param name name of the workload or its file, for the folder and the charts
     * @param refit fit the reference curve of the IABW policy to the workloads first
     * @param gantt draw a Gantt chart of the first workload under each policy
     * @param folder folder of the files; null: {@code schedule/NAME} in the results
     */
    public record Output(String name, boolean refit, boolean gantt, Path folder) {
        private Path place() {
            return folder != null ? folder
                    : ResultFolders.root()
                            .resolve("schedule")
                            .resolve(Path.of(name).getFileName().toString().replaceFirst("\\.toml$", ""));
        }
    }

    /** Simulates workloads under the requested policies, and writes a table and charts. */
    public static SimulatedSchedule run(WorkloadSet set, StudyRequest request, Output output, ProgressDisplay display)
            throws IOException {
        ScheduleStudy.Plan plan = request.plan(set.workloads().get(0));
        Path folder = output.place();
        Optional<CurveFit> fit = Optional.empty();
        if (output.refit()) {
            fit = Optional.of(CurveFit.of(set, plan, display.start("fitting", "workloads")));
            plan = plan.withCurve(fit.get().curve());
        }
        ScheduleStudy study = ScheduleStudy.of(set, plan, display.start("simulating", "schedules"));
        display.close();
        List<Path> written = new ArrayList<>();
        OutputFolder.create(folder);
        if (fit.isPresent()) {
            OutputFile.write(added(written, folder.resolve("curve.json")),
                    ReferenceCurveJson.text(fit.get().curve()).getBytes(StandardCharsets.UTF_8));
            Charts.writePng(ScheduleChart.curve(fit.get()), added(written, folder.resolve("curve.png")));
        }
        ScheduleCsv.write(study, added(written, folder.resolve("schedules.csv")));
        if (!study.summaries().isEmpty()) {
            Charts.writePng(ScheduleChart.gains(study, output.name()), added(written, folder.resolve("gains.png")));
        }
        if (output.gantt()) {
            for (PolicyName policy : plan.policies()) {
                Charts.writePng(GanttChart.of(plan.timeline(set.workloads().get(0), policy), 0, GANTT_SECONDS),
                        added(written, folder.resolve("gantt-" + policy.word() + ".png")));
            }
        }
        return new SimulatedSchedule(study, fit, folder, written);
    }

    private static Path added(List<Path> files, Path file) {
        files.add(file);
        return file;
    }
}
