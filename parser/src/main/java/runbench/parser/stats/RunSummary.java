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
import runbench.parser.series.Periods;
import runbench.parser.series.Scheduling;
import runbench.parser.series.SeriesCollector;
import runbench.parser.series.TaskInfo;
import runbench.parser.simpoint.PlacedIntervals;
import runbench.parser.stats.RunLog.LoggedSummary;
import runbench.parser.structure.Structure;
import runbench.parser.symbols.RunningFunctions;

/**
 * A run in numbers: what summary.json holds, in snake_case. Values that are not known are null, never 0.
 *
 * @param label the honest name of what was run
 * @param source who counted; null where nothing was
 * @param mode who took the samples
 * @param axis what advances along them
 * @param periodNs nominal period, ns (instructions when that is the axis)
 * @param samples periods kept, over all tasks
 * @param period how well the nominal period was kept
 * @param irregular periods longer than 1.5 x nominal
 * @param irregularShare of all samples, 0..1; null with less than {@link #MIN_SAMPLES}
 * @param repeated polls between which nothing ran
 * @param gaps stretches of more than 1.5 nominal periods of wall time without any sample
 * @param late samples taken more than half a period after they were due: polls, and where the kernel may sample user
 *     mode only, those of tasks that were in the kernel then
 * @param outOfOrder periods that could not be brought into the order of time
 * @param lost records that the kernel dropped
 * @param wallS wall time of the run, s
 * @param cpuS user and system time of the whole tree as the kernel accounts it, s
 * @param runS running time that the counters saw, s; null when the axis is instructions
 * @param exitStatus of the benchmark
 * @param exact true when all differences add up to the final counts of all tasks; false when not; null when the
 *     recording holds no final counts
 * @param notes what the sampler had to say: another mode than asked for, and why
 * @param metrics those asked for, the ones that could not be computed included; empty when none were
 * @param tasks those that ran longest, at most {@link #MAX_TASKS}
 * @param damage null when the recording is complete
 * @param scheduling times on and off the CPUs, of the tasks that ran longest; null without context switches
 * @param log what the program logged of itself; null where it did not
 * @param structure what repeats in it, and which parts it has; null where it was not looked for
 * @param whose whose counts these are; null where the recording does not tell
 * @param emulated what of a processor an emulated run modelled; null where nothing was
 * @param functions what ran most; null where its samples do not say where they were taken, or are too many to tell at
 *     once
 * @param simpoints which intervals stand for an emulated run; null where it has no vectors of blocks
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
        List<String> notes, Damage damage, Provenance provenance, List<Scheduling.TaskTimes> scheduling,
        LoggedSummary log, Structure structure, @JsonProperty("whose_counts") ScopeSummary whose,
        EmulatedMachine emulated, RunningFunctions functions, PlacedIntervals simpoints) {

    public static final int MAX_TASKS = 1000;
    /** With fewer samples a recording shows no course and no share of periods. */
    public static final int MIN_SAMPLES = 2;
    /** Running or wall time in periods, below which fewer samples than {@link #MIN_SAMPLES} are to be expected. */
    private static final double MIN_PERIODS = MIN_SAMPLES + 1.5;

    public RunSummary {
        metrics = metrics == null ? List.of() : metrics; // summaries of versions that knew none
    }

    private static final ObjectMapper JSON = new ObjectMapper()
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /**
     * The lengths of the periods against the nominal one; wall time when polled, running time when kernel-driven. Null
     * without samples. Quantiles are within 0.1 %, the maximum is exact.
     */
    public record PeriodQuality(@JsonProperty("p50_ns") Long p50Ns, @JsonProperty("p99_ns") Long p99Ns,
            @JsonProperty("max_ns") Long maxNs) {}

    /**
     * Where and how it was measured. {@code run} is what the program that started the run wrote down.
     *
     * @param observed what; a CPU is a task where it is CPUs
     */
    public record Provenance(Term<Observed> observed, String recording, @JsonProperty("started_utc") String startedUtc,
            String kernel, String machine, int cpus, Term<CountScope> scope, boolean inherit,
            @JsonProperty("realtime_priority") boolean realtimePriority, List<String> command, JsonNode run) {}

    /** True when something was observed that had not been started for it: then there is no exit status. */
    @com.fasterxml.jackson.annotation.JsonIgnore
    public boolean observed() {
        return exitStatus == null && signal == null && damage == null;
    }

    /**
     * Why the samples show no course: there are less than {@link #MIN_SAMPLES}. Empty where there are enough, or
     * nothing was counted.
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

    /** The same as a part of a reading. */
    public static SeriesCollector<RunSummary> collector(Periods periods, List<Metric> metrics) {
        return new SummaryBuilder(periods, metrics, RunLog.NONE);
    }

    /** The same with what the program logged. */
    public static SeriesCollector<RunSummary> collector(Periods periods, List<Metric> metrics, RunLog log) {
        return new SummaryBuilder(periods, metrics, log);
    }

    /** The same with what was found in its counters. */
    public RunSummary with(Structure found) {
        return with(notes, found, functions, simpoints);
    }

    /** The same with what ran. */
    public RunSummary with(RunningFunctions ran) {
        return with(notes, structure, ran, simpoints);
    }

    /** The same with the intervals that stand for it. */
    public RunSummary with(PlacedIntervals chosen) {
        return with(notes, structure, functions, chosen);
    }

    /** The same with one note more. */
    public RunSummary withNote(String note) {
        return with(Stream.concat(notes.stream(), Stream.of(note)).toList(), structure, functions, simpoints);
    }

    private RunSummary with(List<String> said, Structure found, RunningFunctions ran, PlacedIntervals chosen) {
        return new RunSummary(benchmark, label, source, mode, axis, periodNs, samples, period, irregular,
                irregularShare, repeated, gaps, late, outOfOrder, lost, throttled, costPerSampleNs, helperCpuS, wallS,
                cpuS, runS, exitStatus, signal, timedOut, interrupted, events, metrics, taskCount, tasks, exact,
                discrepancies, said, damage, provenance, scheduling, log, found, whose, emulated, ran, chosen);
    }

    /** Null-free access to {@link #damage}. */
    public Optional<Damage> damaged() {
        return Optional.ofNullable(damage);
    }

    /** @throws RunbenchException when the file cannot be written */
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
     * Reads a summary.json back.
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

        /** The words of all, joined: "pmu+software". */
        @JsonValue
        public String label() {
            return all.stream().map(Term::label).collect(Collectors.joining(SEPARATOR));
        }

        /** True when all counts come from it. */
        public boolean only(CountSource source) {
            return all.stream().allMatch(term -> term.is(source));
        }
    }
}
