package runbench.parser.stats;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.json.Json;
import runbench.base.json.OutputFormat;
import runbench.base.process.IoReason;
import runbench.base.progress.Progress;
import runbench.base.quantity.Units;
import runbench.parser.metrics.Metric;
import runbench.parser.metrics.MetricSummary;
import runbench.parser.record.EmulatedMachine;
import runbench.parser.record.EventInfo.CountScope;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.EventInfo.CountStatus;
import runbench.parser.record.Metadata.Observed;
import runbench.parser.record.Metadata.RecordedAxis;
import runbench.parser.record.Metadata.SampledBy;
import runbench.parser.record.Recording.Damage;
import runbench.parser.record.Term;
import runbench.parser.series.OffCpu;
import runbench.parser.series.Periods;
import runbench.parser.series.Scheduling;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.SeriesReport.CountEstimate;
import runbench.parser.series.SeriesReport.TaskInfo;
import runbench.parser.simpoint.PlacedIntervals;
import runbench.parser.stats.RunLog.LoggedSummary;
import runbench.parser.structure.Structure;
import runbench.parser.symbols.FunctionProfile.RunningFunctions;

/**
 * The summary of a run, written to summary.json in snake_case. Unknown values are null, never 0.
 *
 * @param label exact name of the program
 * @param source sources of the counts; null if nothing was counted
 * @param mode sampling mode: kernel, poll or emulation
 * @param axis quantity along which samples are taken
 * @param periodNs nominal period, ns (instructions when that is the axis)
 * @param samples periods kept, over all tasks
 * @param period statistics of the period lengths
 * @param irregular periods longer than 1.5 x nominal
 * @param irregularShare of all samples, 0..1; null with less than {@link #MIN_SAMPLES}
 * @param repeated polls without running time since the previous one
 * @param gaps stretches of more than 1.5 nominal periods of wall time without any sample
 * @param late samples taken more than half a period after they were due: polls, and where the kernel may sample user
 *     mode only, those of tasks that were in the kernel then
 * @param outOfOrder periods that could not be brought into the order of time
 * @param lost records that the kernel dropped
 * @param wallS wall time of the run, s
 * @param cpuS user and system time of the whole tree as the kernel accounts it, s
 * @param runS running time that the counters saw, s; null when the axis is instructions
 * @param exitStatus exit status of the benchmark
 * @param exact true when all differences add up to the final counts of all tasks; false when not; null when the
 *     recording holds no final counts
 * @param notes notes of the sampler, such as a mode other than the requested one, with the reason
 * @param metrics the requested metrics, including those that could not be computed; empty if none were requested
 * @param tasks tasks with the longest running times, at most {@link #MAX_TASKS}
 * @param damage null when the recording is complete
 * @param offCpu wall time off the CPUs; null if the recording has no times
 * @param scheduling times on and off the CPUs, of the tasks that ran longest; null without context switches
 * @param log the program's own log; null if it logged nothing
 * @param structure repetition and phases; null if they were not analysed
 * @param whose scope of the counts; null if the recording does not contain it
 * @param emulated the modelled parts of the processor of an emulated run; null otherwise
 * @param functions functions with the longest running times; null if samples have no code addresses, or are too many
 * @param simpoints representative intervals of an emulated run; null without vectors of blocks
 */
public record RunSummary(String benchmark, String label, CountSources source, Term<SampledBy> mode,
        Term<RecordedAxis> axis, @JsonProperty("period_ns") long periodNs, long samples, PeriodQuality period,
        long irregular, @JsonProperty("irregular_share") Double irregularShare, long repeated, long gaps, long late,
        @JsonProperty("out_of_order") long outOfOrder, long lost, long throttled,
        @JsonProperty("cost_per_sample_ns") Long costPerSampleNs, @JsonProperty("helper_cpu_s") Double helperCpuS,
        @JsonProperty("wall_s") double wallS, @JsonProperty("cpu_s") Double cpuS, @JsonProperty("run_s") Double runS,
        @JsonProperty("exit_status") Integer exitStatus, Integer signal, @JsonProperty("timed_out") boolean timedOut,
        boolean interrupted, List<EventSummary> events, List<MetricSummary> metrics,
        @JsonProperty("task_count") int taskCount, List<TaskInfo> tasks, Boolean exact, List<String> discrepancies,
        List<String> notes, Damage damage, Provenance provenance, @JsonProperty("off_cpu") OffCpu offCpu,
        List<Scheduling.TaskTimes> scheduling, LoggedSummary log, Structure structure,
        @JsonProperty("whose_counts") ScopeSummary whose, EmulatedMachine emulated, RunningFunctions functions,
        PlacedIntervals simpoints) {

    public static final int MAX_TASKS = 1000;
    /** Minimum number of samples for a chart over time and for shares of periods. */
    public static final int MIN_SAMPLES = 2;
    /** Running or wall time in periods, below which fewer samples than {@link #MIN_SAMPLES} are to be expected. */
    private static final double MIN_PERIODS = MIN_SAMPLES + 1.5;

    public RunSummary {
        metrics = metrics == null ? List.of() : metrics; // summaries of versions without metrics
    }

    private static final ObjectMapper JSON = new ObjectMapper()
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /**
     * The lengths of the periods: wall time if polled, running time if kernel-driven. Null without samples. Quantiles
     * are within 0.1 %, the maximum is exact.
     */
    public record PeriodQuality(@JsonProperty("p50_ns") Long p50Ns, @JsonProperty("p99_ns") Long p99Ns,
            @JsonProperty("max_ns") Long maxNs) {}

    /**
     * The place and method of the measurement. {@code run} contains the facts that the starting program recorded.
     *
     * @param observed the observed objects; if these are CPUs, each CPU counts as a task
     * @param delayS time from the start of the program, or of the observation, to the start of counting, s; all other
     *     times count from then; null: none
     * @param control the part of the run that was counted, if other programs controlled the counters; null: all of it
     */
    public record Provenance(Term<Observed> observed, @JsonProperty("delay_s") Double delayS, Control control,
            String recording, @JsonProperty("started_utc") String startedUtc, String kernel, String machine, int cpus,
            Term<CountScope> scope, boolean inherit, @JsonProperty("realtime_priority") boolean realtimePriority,
            List<String> command, JsonNode run) {}

    /**
     * The part of a run in which the counters were enabled. Rates are over this time; counts outside of it are unknown.
     *
     * @param countedS counted wall time, s
     * @param share share of the wall time of the run, 0..1
     * @param stretches number of stretches of counting
     */
    public record Control(@JsonProperty("counted_s") double countedS, double share, int stretches) {}

    /** Returns whether the observed programs were not started by Runbench; they have no exit status. */
    @com.fasterxml.jackson.annotation.JsonIgnore
    public boolean observed() {
        return exitStatus == null && signal == null && damage == null;
    }

    /**
     * Returns a message if there are less than {@link #MIN_SAMPLES} samples. Empty if there are enough, or nothing was
     * counted.
     */
    public Optional<String> tooFewSamples() {
        if (samples >= MIN_SAMPLES || events.stream().allMatch(e -> e.status() == CountStatus.NOT_COUNTED)) {
            return Optional.empty();
        }
        String taken = samples == 0 ? "no sample" : "1 sample";
        if (runS == null) {
            return Optional.of(
                    "too short for this period: " + taken + " at a period of " + Units.si(periodNs) + " instructions");
        }
        boolean polled = mode != null && mode.is(SampledBy.POLL);
        double length = polled ? wallS : runS;
        String words = taken + " in " + Units.seconds(length) + (polled ? "" : " of running time") + " at a period of "
                + Units.nanos(periodNs);
        return Optional.of(length * 1e9 < MIN_PERIODS * periodNs ? "too short for this period: " + words
                : "samples are missing: " + words);
    }

    /** Summarises in one pass. */
    public static RunSummary of(Periods periods) {
        return of(periods, Progress.NONE);
    }

    /**
     * Summarises in one pass.
     *
     * @param progress receives the records done and in all
     */
    public static RunSummary of(Periods periods, Progress progress) {
        return of(periods, List.of(), progress);
    }

    /**
     * Summarises in one pass, with metrics.
     *
     * @param progress receives the records done and in all
     */
    public static RunSummary of(Periods periods, List<Metric> metrics, Progress progress) {
        return periods.collect(progress, collector(periods, metrics));
    }

    /** Returns a collector of the summary. */
    public static SeriesCollector<RunSummary> collector(Periods periods, List<Metric> metrics) {
        return new SummaryBuilder(periods, metrics, RunLog.NONE);
    }

    /** Returns a collector of the summary with the program's own log. */
    public static SeriesCollector<RunSummary> collector(Periods periods, List<Metric> metrics, RunLog log) {
        return new SummaryBuilder(periods, metrics, log);
    }

    /** Returns a copy with the repetition and phases. */
    public RunSummary with(Structure found) {
        return with(notes, found, functions, simpoints);
    }

    /** Returns a copy with the functions that ran. */
    public RunSummary with(RunningFunctions ran) {
        return with(notes, structure, ran, simpoints);
    }

    /** Returns a copy with the representative intervals. */
    public RunSummary with(PlacedIntervals chosen) {
        return with(notes, structure, functions, chosen);
    }

    /** Returns a copy with one more note. */
    public RunSummary withNote(String note) {
        return with(Stream.concat(notes.stream(), Stream.of(note)).toList(), structure, functions, simpoints);
    }

    private RunSummary with(List<String> said, Structure found, RunningFunctions ran, PlacedIntervals chosen) {
        return new RunSummary(benchmark, label, source, mode, axis, periodNs, samples, period, irregular,
                irregularShare, repeated, gaps, late, outOfOrder, lost, throttled, costPerSampleNs, helperCpuS, wallS,
                cpuS, runS, exitStatus, signal, timedOut, interrupted, events, metrics, taskCount, tasks, exact,
                discrepancies, said, damage, provenance, offCpu, scheduling, log, found, whose, emulated, ran, chosen);
    }

    /** Returns the damage of the recording; empty if it is complete. */
    public Optional<Damage> damaged() {
        return Optional.ofNullable(damage);
    }

    /**
     * Writes the summary as JSON.
     *
     * @throws RunbenchException the file cannot be written
     */
    public void write(Path file) {
        try {
            OutputFile.write(file, toJson() + "\n");
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": cannot be written: " + IoReason.of(e)).causedBy(e);
        }
    }

    public String toJson() {
        try {
            return JSON.writeValueAsString(OutputFormat.SUMMARY.named(JSON.valueToTree(this)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Reads a summary.json.
     *
     * @throws RunbenchException (bad input) naming the file and the place
     */
    public static RunSummary read(Path file) {
        try {
            return JSON.readValue(file.toFile(), RunSummary.class);
        } catch (IOException e) {
            throw RunbenchException
                    .badInput(file + ": is not a readable run summary: "
                            + (e instanceof JsonProcessingException json ? Json.reason(json) : IoReason.of(e)))
                    .remedy("make it again from the recording: runbench parse " + file.resolveSibling("samples.rec"))
                    .causedBy(e);
        }
    }

    /** The sources of a run's counts, in the order of its events. */
    public record CountSources(List<Term<CountSource>> all) {
        private static final String SEPARATOR = "+";

        public CountSources {
            all = List.copyOf(all);
        }

        @JsonCreator
        public static CountSources of(String label) {
            return new CountSources(
                    Stream.of(label.split("\\" + SEPARATOR)).map(word -> Term.of(CountSource.class, word)).toList());
        }

        /** Returns the joined labels of all sources: "pmu+software". */
        @JsonValue
        public String label() {
            return all.stream().map(Term::label).collect(Collectors.joining(SEPARATOR));
        }

        /** Returns whether all counts come from one source. */
        public boolean only(CountSource source) {
            return all.stream().allMatch(term -> term.is(source));
        }
    }

    /**
     * The counts of one event. All counts of an event that was not counted are null, not 0.
     *
     * @param name of the event
     * @param status result of counting it
     * @param reason why it was not counted, the basis of the estimate, or why a count of 0 is doubtful; else null
     * @param countedAs the event that was counted, and its source
     * @param unit of the count
     * @param finalCount exact count while the counter was active, over all tasks and CPUs
     * @param finalEstimate the count over the whole running time; null unless estimated
     * @param finalEstimateError half-width of the 95 % confidence interval of the estimate, from the spread between
     *     rotations; null unless estimated, and with too few rotations
     * @param impossibleReadings number of readings dropped because no CPU can count that fast; null if there was none
     * @param rateUnit of the rates
     * @param meanRate rate over the whole run; of several observed CPUs added up
     * @param peakRate of the fastest stretch of at least half a period, see {@link runbench.parser.series.PeakRate};
     *     null without one, for clocks, whose rate in a period is always 1, and for several observed CPUs, which no
     *     period covers
     * @param shareMeasured share of the running time in which it was counted, 0..1
     * @param scaled the final count in scaledUnit, by the kernel's scale; null for plain counts. Rates use scaledUnit
     *     too
     * @param socketWide whether the count covers all programs of whole sockets; its rates are per second of wall time
     */
    public record EventSummary(String name, CountStatus status, String reason,
            @JsonProperty("counted_as") String countedAs, Term<CountSource> source, String unit,
            @JsonProperty("final") Long finalCount, @JsonProperty("final_estimate") Double finalEstimate,
            @JsonProperty("final_estimate_error") Double finalEstimateError,
            @JsonProperty("impossible_readings") Long impossibleReadings, @JsonProperty("rate_unit") String rateUnit,
            @JsonProperty("mean_rate") Double meanRate, @JsonProperty("peak_rate") Double peakRate,
            @JsonProperty("share_measured") Double shareMeasured, @JsonProperty("scaled") Double scaled,
            @JsonProperty("scaled_unit") String scaledUnit, @JsonProperty("socket_wide") boolean socketWide) {

        /** Returns the basis of an {@linkplain CountEstimate#estimated estimated} count as text. */
        public static String reason(CountEstimate estimate) {
            String share = "counted in " + Math.round(estimate.share() * 1000) / 10.0 + " % of the running time";
            return estimate.faults() == 0 ? "multiplexed: " + share
                    : estimate.faults() + " readings that no CPU can count were left out: " + share;
        }
    }
}
