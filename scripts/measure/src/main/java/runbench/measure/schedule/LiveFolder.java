package runbench.measure.schedule;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.json.OutputFormat;
import runbench.base.process.CpuSet;
import runbench.base.process.IoReason;
import runbench.plotter.render.awt.Charts;
import runbench.report.schedule.GanttChart;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.result.LiveResult;
import runbench.schedule.result.LiveResult.LiveOutcome;
import runbench.schedule.result.LiveResult.LiveQuantum;
import runbench.schedule.result.LiveResult.TrafficBasis;
import runbench.schedule.timeline.ScheduleTimeline;
import runbench.schedule.timeline.ScheduleTimeline.TimelineBuilder;

/** Writes the result files of a run into its folder. */
public final class LiveFolder {
    /** File name of the result, {@link OutputFormat#SCHEDULE_RUN}. */
    public static final String RESULT = "schedule.json";
    /** File name of the table with one row per program and quantum. */
    public static final String QUANTA = "quanta.csv";
    /** File name of the chart; missing if no quantum began. */
    public static final String CHART = "schedule.png";

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

    private LiveFolder() {
    }

    /**
     * Writes the files.
     *
     * @throws RunbenchException exit code 3: they cannot be written
     */
    static void write(LiveResult result, Path folder) {
        try {
            write(OutputFormat.SCHEDULE_RUN, result, folder.resolve(RESULT));
            OutputFile.writeText(folder.resolve(QUANTA), out -> {
                CSVPrinter csv = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
                csv.printRecord("quantum", "from_s", "to_s", "late_ms", "program", "cpus", "share", "ran_from_s",
                        "ran_to_s", "cpu_s", "traffic_by", "traffic_" + result.unit());
                for (LiveQuantum q : result.quanta()) {
                    for (LiveQuantum.Ran r : q.ran()) {
                        csv.printRecord(q.number(), q.fromSeconds(), q.toSeconds(), q.lateMillis(),
                                result.programs().get(r.program()).name(), CpuSet.text(r.cpus()), r.share(),
                                r.fromSeconds(), r.toSeconds(), r.cpuSeconds(),
                                r.basis() == null ? null : r.basis().label(), r.traffic());
                    }
                }
            });
        } catch (IOException e) {
            throw unwritten(folder, e);
        }
        if (!result.quanta().isEmpty()) {
            Charts.writePng(GanttChart.of(timeline(result)), folder.resolve(CHART));
        }
    }

    /** Returns the timeline of a run. */
    static ScheduleTimeline timeline(LiveResult r) {
        TimelineBuilder timeline = new TimelineBuilder(r.programs().size());
        for (LiveQuantum q : r.quanta()) {
            for (LiveQuantum.Ran ran : q.ran()) {
                int cpus = Math.min(ran.cpus().size(), Math.max(1, r.programs().get(ran.program()).threads()));
                timeline.add(ran.program(), ran.fromSeconds(), ran.toSeconds(), cpus,
                        ran.traffic() == null ? Double.NaN : ran.traffic());
            }
        }
        TrafficUnit unit = r.unit().equals(TrafficUnit.BYTES_PER_SECOND.label()) ? TrafficUnit.BYTES_PER_SECOND
                : TrafficUnit.TRANSACTIONS_PER_MICROSECOND;
        return new ScheduleTimeline(r.workload(), LivePolicies.label(r.policy()),
                r.programs().stream().map(LiveOutcome::name).toList(), r.cpus().size(), unit,
                r.sustained() == null ? Double.NaN : r.sustained(),
                r.trafficSource() + ", run on this machine"
                        + (r.sustained() == null ? "" : "; sustained: " + r.sustainedFrom()),
                r.trafficBasis() != TrafficBasis.PROFILE, timeline.spans());
    }

    static void write(OutputFormat format, Object value, Path file) throws IOException {
        OutputFile.write(file, JSON.writeValueAsBytes(format.named(JSON.valueToTree(value))));
    }

    static RunbenchException unwritten(Path folder, IOException e) {
        return RunbenchException.machine("cannot write the result into " + folder + ": " + IoReason.of(e))
                .remedy("check its permissions and free space, or choose another with -o")
                .causedBy(e);
    }
}
