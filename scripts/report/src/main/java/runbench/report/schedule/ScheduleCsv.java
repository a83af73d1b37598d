package runbench.report.schedule;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.schedule.simulate.ScheduleStudy.PolicyResult;
import runbench.schedule.simulate.ScheduleOutcome.ProgramOutcome;
import runbench.schedule.simulate.ScheduleStudy;
import runbench.schedule.simulate.ScheduleStudy.StudiedWorkload;

/** Writes simulated schedules as CSV: a row per workload and policy, and one per program. */
public final class ScheduleCsv {
    private ScheduleCsv() {
    }

    /**
     * Writes the file.
     *
     * @throws RunbenchException if the file cannot be written
     */
    public static void write(ScheduleStudy study, Path file) {
        try {
            OutputFile.writeText(file, text -> {
                CSVPrinter csv = new CSVPrinter(text, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
                csv.printRecord("row", "workload", "policy", "program", "background", "threads", "alone_s",
                        "turnaround_s", "slow_down", "turnaround_saved", "makespan_s", "makespan_saved",
                        "worst_slow_down", "fairness", "bandwidth_used", "cpu_s", "migrations", "turnaround_bound_s",
                        "makespan_bound_s", "turnaround_best_found_s", "makespan_best_found_s");
                for (StudiedWorkload w : study.workloads()) {
                    for (PolicyResult r : w.results()) {
                        csv.printRecord("workload", w.name(), r.policy(), null, null, null, null,
                                r.meanTurnaroundSeconds(), r.meanSlowdown(), number(r.turnaroundGain()),
                                r.makespanSeconds(), number(r.makespanGain()), r.maxSlowdown(), r.fairness(),
                                r.utilisation(), null, r.migrations(), w.bound().meanTurnaroundSeconds(),
                                w.bound().makespanSeconds(), w.best() == null ? null : w.best().meanTurnaroundSeconds(),
                                w.best() == null ? null : w.best().makespanSeconds());
                        for (ProgramOutcome p : r.programs()) {
                            csv.printRecord("program", w.name(), r.policy(), p.name(), p.background(), p.threads(),
                                    p.aloneSeconds(), p.turnaroundSeconds(), p.background() ? null : p.slowdown(), null,
                                    null, null, null, null, null, p.cpuSeconds(), p.migrations(), null, null, null,
                                    null);
                        }
                    }
                }
            });
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": cannot be written: " + e.getMessage())
                    .remedy("make room, or name another folder with -o")
                    .causedBy(e);
        }
    }

    private static Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
